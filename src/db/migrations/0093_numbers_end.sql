-- Sealed numbers end (decision 0030): one that no stored account and no open payment needs is overwritten with null. What may be shown of
-- it, and the fingerprint, stay. `erase_ts` is when a number is looked at next; null where a stored account keeps it.
--
-- Locks: nothing is written anew. Existing rows read an erase_ts of 0, so the first scan after the start looks at all of them, in pieces.
-- Three indexes are built here; for a million payments that takes about two seconds.

alter table instrument add column erase_ts bigint default 0, add column erased_ts bigint;
alter table instrument alter column erase_ts drop default;
alter table instrument alter column sealed drop not null, alter column key_id drop not null;
alter table instrument add constraint instrument_erased check (
  (sealed is null) = (erased_ts is not null) and (sealed is null) = (key_id is null) and (sealed is not null or erase_ts is null)) not valid;
alter table instrument validate constraint instrument_erased;

create index instrument_erasable on instrument (erase_ts) where erase_ts is not null;
create index transaction_by_instrument on transaction (root_id, instrument_id, created_ts) where instrument_id is not null;
create index ticket_by_instrument on ticket (root_id, instrument_id) where used_ts is null;
create index ach_entry_by_instrument on ach_entry (root_id, instrument_id) where state in ('presented', 'accepted');

-- The account itself and those it corrects: payments that name an earlier one are made with the latest.
create function instrument_names(one instrument) returns varchar[] language plpgsql stable as $$
begin
  perform from ach_correction c where c.root_id = one.root_id and c.corrected_id = one.id;
  if not found then return array[one.id]; end if;
  return (
    with recursive earlier (id) as (
      select one.id
      union
      select c.instrument_id from earlier join ach_correction c on c.root_id = one.root_id and c.corrected_id = earlier.id)
    select array_agg(id) from earlier);
end
$$;

-- What a number is needed for now, whatever the time; null for nothing.
create function instrument_need(one instrument) returns text language sql stable as $$
  select case
    when exists (select from accountvault v
                  where v.root_id = one.root_id and v.instrument_id = one.id and v.deleted_ts is null) then 'stored account'
    when exists (select from ticket t where t.root_id = one.root_id and t.instrument_id = one.id and t.used_ts is null) then 'unused ticket'
    when exists (select from transaction t
                  where t.root_id = one.root_id and t.instrument_id in (select unnest(instrument_names(one)))
                    and (t.outcome in ('pending', 'unknown') or t.doing is not null or t.originate_ts is not null
                      or t.status_id in (131, 132, 133, 135))) then 'open payment'
    when exists (select from ach_entry e
                  where e.root_id = one.root_id and e.instrument_id = one.id and e.state in ('presented', 'accepted')) then 'bank file'
  end
$$;

create function keep_needed_number() returns trigger language plpgsql as $$
declare
  need text := case when new.sealed is null then instrument_need(old) end;
begin
  if old.sealed is null then
    raise exception using errcode = 'check_violation', table = 'instrument', constraint = 'instrument_stays_erased',
      message = 'an erased number does not come back';
  end if;
  if need is not null then
    raise exception using errcode = 'check_violation', table = 'instrument', constraint = 'instrument_needed',
      message = format('the number of %s is needed: %s', old.id, need);
  end if;
  return new;
end
$$;
create trigger instrument_needed before update of sealed on instrument for each row
  when ((old.sealed is null) or (new.sealed is null)) execute function keep_needed_number();

-- Who begins to need a number holds its row until he is stored; who erases it holds it whole and looks again, so one of the two always
-- sees the other.
create function names_kept_number() returns trigger language plpgsql as $$
begin
  perform from instrument where root_id = new.root_id and id = new.instrument_id and sealed is not null for key share;
  if found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_table_name || '_number_kept',
    message = format('the number of the account that %s names is erased', tg_table_name);
end
$$;

-- The processor knows the card of a payment that it refunds; a bank account is needed again.
create trigger transaction_number_kept after insert on transaction for each row
  when (new.instrument_id is not null
    and not (new.payment_method = 'cc' and new.type_id = 30 and new.previous_transaction_id is not null))
  execute function names_kept_number();
create trigger accountvault_number_kept after insert or update of instrument_id, deleted_ts on accountvault for each row
  when (new.deleted_ts is null) execute function names_kept_number();
create trigger microdeposit_number_kept after insert on microdeposit for each row execute function names_kept_number();
create trigger ach_entry_number_kept after insert on ach_entry for each row execute function names_kept_number();

-- A stored account that is deleted, or gets another number, releases its own: the number is looked at again at once.
create function release_number() returns trigger language plpgsql as $$
begin
  update instrument set erase_ts = coalesce(new.deleted_ts, new.modified_ts)
   where root_id = old.root_id and id = old.instrument_id and sealed is not null
     and (erase_ts is null or erase_ts > coalesce(new.deleted_ts, new.modified_ts));
  return null;
end
$$;
create trigger accountvault_releases_number after update of instrument_id, deleted_ts on accountvault for each row
  when (old.instrument_id <> new.instrument_id or (old.deleted_ts is null and new.deleted_ts is not null))
  execute function release_number();
