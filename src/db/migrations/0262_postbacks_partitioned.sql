-- What is stored becomes the first partition. Its rows and indexes stay where they are: the check of 0260 spares PostgreSQL looking at the
-- rows, and each index of the new table takes the one of the partition that is like it.
--
-- Locks: both tables are closed for the moment of the change, whatever their size (decision 0058 has the figures).

do $$
declare
  tab text;
  first_ends text;
  index_ record;
begin
  foreach tab in array array['postback_log', 'postback_attempt'] loop
    select substring(pg_get_constraintdef(oid) from '''([0-9a-f]+)''') into first_ends
      from pg_constraint where conrelid = tab::regclass and conname = tab || '_first';
    execute format('alter table %I rename to %I', tab, tab || '_first');
    for index_ in
      select i.relname as name, pg_get_indexdef(x.indexrelid) as definition, x.indisprimary
        from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = (tab || '_first')::regclass
    loop
      execute format('alter index %I rename to %I', index_.name, replace(index_.name, tab, tab || '_first'));
    end loop;
    execute format('create table %I (like %I including defaults including constraints) partition by range (id)', tab, tab || '_first');
    execute format('alter table %I drop constraint %I', tab, tab || '_first');
    execute format('alter table %I add primary key (id, root_id)', tab);
    for index_ in
      select pg_get_indexdef(x.indexrelid) as definition
        from pg_index x where x.indrelid = (tab || '_first')::regclass and not x.indisprimary
    loop
      execute replace(replace(index_.definition, tab || '_first', tab), ' ON ONLY ', ' ON ');
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', tab, tab || '_first', first_ends);
    execute format('alter table %I drop constraint %I', tab || '_first', tab || '_first');
    -- For what no week has been made for, such as after a jump of the sandbox's clock or in a database that was restored.
    execute format('create table %I partition of %I default', tab || '_rest', tab);
  end loop;
end
$$;

alter table postback_log_rest set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
