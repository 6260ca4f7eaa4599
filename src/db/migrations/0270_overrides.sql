-- A bank payment that was refused until a manager approves it is voided, and made again with the override.
-- Locks: transaction, while its rows are read for a check and a key, as for every rule that is added to it, and an index over no row is built; the
-- new column is null and writes no row.
alter table transaction drop constraint transaction_sound;
drop function transaction_is_sound(text, integer, integer, text, bigint, bigint, text, text, bigint);
create function transaction_is_sound(
  payment_method text, type_id integer, status_id integer, outcome text, captured_amount bigint, refund_pending_amount bigint,
  transaction_batch_id text, doing text, deleted_ts bigint
) returns boolean immutable language plpgsql as $$
declare
  broken text;
begin
  broken := case
    when deleted_ts is not null then 'transaction_never_deleted'
    when outcome not in ('pending', 'approved', 'declined', 'unknown') then 'transaction_outcome'
    -- A decline that somebody was told of while nobody knew is unknown until its money is back.
    when not case status_id
      when 0 then outcome in ('pending', 'unknown')
      when 301 then outcome in ('declined', 'unknown')
      when 136 then outcome in ('approved', 'declined')
      when 331 then outcome in ('approved', 'declined')
      -- A refused bank payment is voided by its override; it was never approved.
      when 201 then outcome = 'approved' or outcome = 'declined' and payment_method = 'ach' and type_id = 50
      else outcome = 'approved'
    end then 'transaction_outcome_of_status'
    when status_id not in (0, 301) and not case type_id
      when 20 then payment_method = 'cc' and status_id in (101, 102, 201)
      when 21 then payment_method = 'cc' and status_id = 121
      when 22 then payment_method = 'cc' and status_id = 191
      when 30 then status_id in (111, 201) and payment_method = 'cc'
        or status_id in (131, 132, 133, 134, 135, 136, 201, 331) and payment_method = 'ach'
      else payment_method = 'ach' and status_id in (131, 132, 133, 134, 135, 136, 201, 331)
    end then 'transaction_status_of_type'
    -- Only what takes money and was approved holds any.
    when captured_amount <> 0 and not (type_id in (20, 50) and status_id in (101, 131, 132, 133, 134, 135, 136, 331))
      then 'transaction_captured_status'
    -- Card money that is the merchant's, or goes back from it, lies in a batch; nothing else does.
    when status_id in (101, 111) and transaction_batch_id is null then 'transaction_in_batch'
    when transaction_batch_id is not null and not (status_id in (101, 111) or status_id = 201 and payment_method = 'cc')
      then 'transaction_in_batch'
    -- What is being changed is not being given back at the same time.
    when doing is not null and refund_pending_amount <> 0 then 'transaction_one_thing_at_a_time'
  end;
  if broken is null then return true; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = broken,
    message = format('a transaction of status %s, type %s and outcome %s violates "%s"', status_id, type_id, outcome, broken);
end
$$;
alter table transaction add constraint transaction_sound check (transaction_is_sound(
  payment_method, type_id, status_id, outcome, captured_amount, refund_pending_amount, transaction_batch_id, doing, deleted_ts)) not valid;
alter table transaction validate constraint transaction_sound;

alter table transaction add column overrides_id varchar(36);
alter table archived_transaction add column overrides_id varchar(36);
alter table transaction
  add constraint transaction_overrides_id_fkey foreign key (root_id, overrides_id) references transaction (root_id, id) not valid;
alter table transaction validate constraint transaction_overrides_id_fkey;
-- A refused payment is overridden once, whatever becomes of the override.
create unique index transaction_override_key on transaction (root_id, overrides_id) where overrides_id is not null;
create trigger transaction_override_stays before update of overrides_id on transaction for each row
  when (new.overrides_id is distinct from old.overrides_id)
  execute function refuse_write('what a payment overrides stays so');

insert into state_step (noun, from_state, to_state) values ('transaction', 301, 201) on conflict do nothing;

drop trigger transaction_moves on transaction;
drop function transaction_moves();
create function transaction_moves() returns trigger language plpgsql as $$
begin
  perform from state_step where noun = 'transaction' and from_state = old.status_id and to_state = new.status_id
    and case
      when old.status_id <> 301 then true
      -- Only a payment that waits for a manager, and only by its override.
      when new.status_id = 201 then old.reason_code_id = 1663 and exists (
        select from transaction o where o.root_id = new.root_id and o.overrides_id = new.id)
      else exists (
        select from intervention i where i.root_id = new.root_id and i.transaction_id = new.id and i.resolution = 'kept')
    end;
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_moves',
    message = format('transaction %s cannot go from status %s to %s', old.id, old.status_id, new.status_id);
end
$$;
create trigger transaction_moves before update of status_id on transaction for each row
  when (new.status_id <> old.status_id) execute function transaction_moves();

-- The override and the void of what it replaces are committed together: the money is asked for once.
create function override_replaces() returns trigger language plpgsql as $$
begin
  perform from transaction t where t.root_id = new.root_id and t.id = new.overrides_id and t.status_id = 201 and t.outcome = 'declined'
    and t.payment_method = 'ach' and t.type_id = 50 and t.location_id = new.location_id
    and t.processor_account_id = new.processor_account_id and t.auth_amount = new.transaction_amount and new.type_id = 50;
  if found then return null; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_override_replaces',
    message = format('transaction %s overrides none that was refused and is voided', new.id);
end
$$;
create constraint trigger transaction_override_replaces after insert on transaction deferrable initially deferred for each row
  when (new.overrides_id is not null)
  execute function override_replaces();
