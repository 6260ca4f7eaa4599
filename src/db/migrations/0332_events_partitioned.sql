-- What is stored becomes the first partition. Its rows and indexes stay where they are: the check of 0330 spares PostgreSQL looking at the
-- rows, and each index of the new table takes the one of the partition that is like it. A trigger of statements is one of the table that a
-- statement names, so each part has its own.
--
-- Locks: the trail is closed for the moment of the change, whatever its size (decision 0058 has the figures).

do $$
declare
  first_ends text;
  index_ record;
  shown record;
  granted record;
begin
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f]+)''') into first_ends
    from pg_constraint where conrelid = 'event'::regclass and conname = 'event_first';
  alter table event rename to event_first;
  for index_ in
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = 'event_first'::regclass
  loop
    execute format('alter index %I rename to %I', index_.name, replace(index_.name, 'event', 'event_first'));
  end loop;
  create table event (like event_first including defaults including constraints) partition by range (id);
  alter table event drop constraint event_first;
  alter table event add primary key (id, root_id);
  for index_ in
    select pg_get_indexdef(x.indexrelid) as definition
      from pg_index x where x.indrelid = 'event_first'::regclass and not x.indisprimary
  loop
    execute replace(index_.definition, 'event_first', 'event');
  end loop;
  execute format('alter table event attach partition event_first for values from (minvalue) to (%L)', first_ends);
  alter table event_first drop constraint event_first;
  -- For what no part has been made for, such as after a jump of the sandbox's clock or in a database that was restored.
  create table event_rest partition of event default;
  create trigger event_stays before update or delete or truncate on event for each statement execute function audit_stays();
  create trigger event_stays before update or delete or truncate on event_rest for each statement execute function audit_stays();
  -- The view was one of the table that has become the first part.
  select relacl, replace(pg_get_viewdef(oid), 'event_first', 'event') into shown from pg_class where oid = 'event_log'::regclass;
  drop view event_log;
  execute 'create view event_log as ' || shown.replace;
  -- What still serves writes on until the next start grants its rights.
  for granted in
    select 'event' as on_, a.privilege_type, a.grantee::regrole as role
      from pg_class c, aclexplode(c.relacl) a where c.oid = 'event_first'::regclass and a.grantee not in (c.relowner, 0)
     union all
    select 'event_log', a.privilege_type, a.grantee::regrole from aclexplode(shown.relacl) a where a.grantee not in (a.grantor, 0)
  loop
    execute format('grant %s on %I to %s', granted.privilege_type, granted.on_, granted.role);
    execute format('revoke %s on event_first from %s', granted.privilege_type, granted.role);
  end loop;
end
$$;
