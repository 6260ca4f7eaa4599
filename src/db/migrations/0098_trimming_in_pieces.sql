-- Old events are deleted in short transactions beside every other write. Until here that took `alter table … disable trigger`, which
-- closed the audit trail to all. The transaction that trims says so (`set local tollgate.trimming`); nothing else may delete. What it
-- deleted without trimming a link is found by `audit-verify`, as before.
drop trigger event_stays on event;
drop trigger event_seal_stays on event_seal;
drop function audit_stays;

create function audit_stays() returns trigger language plpgsql as $$
begin
  if current_setting('tollgate.trimming', true) = 'on'
     and (tg_op = 'DELETE' and tg_table_name = 'event' or tg_op = 'UPDATE' and tg_table_name = 'event_seal') then
    return null;
  end if;
  raise exception 'the audit trail can only be added to';
end
$$;

create trigger event_stays before update or delete or truncate on event
  for each statement execute function audit_stays();
create trigger event_seal_stays before update or delete or truncate on event_seal
  for each statement execute function audit_stays();

-- Of a link only its mark changes, once.
create trigger event_seal_place before update on event_seal for each row
  when ((new.root_id, new.position, new.event_ids, new.marks, new.content, new.hash, new.made_ts)
    is distinct from (old.root_id, old.position, old.event_ids, old.marks, old.content, old.hash, old.made_ts) or old.trimmed_ts is not null)
  execute function refuse_write('a link stays as it was');

create index event_seal_untrimmed on event_seal (root_id, position) where trimmed_ts is null;
