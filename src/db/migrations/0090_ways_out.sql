-- Ways out of what is stuck: a refused reversal becomes a refund, and a person may decide what a payment is.
--
-- Locks: a column without a default, three indexes (one scan of `transaction` for a partial index without a row, about a second for a
-- million rows) and two columns of triggers. Nothing that is stored is rewritten.

-- Since when a person has to look at a payment; null otherwise.
alter table transaction add column stuck_ts bigint;
update transaction t set stuck_ts = a.stuck_ts from attempt a
 where a.stuck_ts is not null and t.root_id = a.root_id and t.id = a.transaction_id;
create index transaction_stuck on transaction (root_id, stuck_ts, id) where stuck_ts is not null;

-- An approval that cannot be voided any more is refunded once: the second request is refused before it is sent.
create unique index attempt_refund_key on attempt (root_id, original)
  where purpose = 'reversal' and action = 'refund' and state <> 'declined';

-- A person is called for a request without an answer, a refused reversal, and an action that was approved too late; for nothing else.
alter table attempt add constraint attempt_stuck_state check (stuck_ts is null or state in ('pending', 'unknown')
  or purpose = 'reversal' and state = 'declined' or purpose = 'follow_up' and state = 'approved') not valid;
alter table attempt validate constraint attempt_stuck_state;

-- What a person has decided about an attempt that was stuck. Written once.
create table intervention (
  id              varchar(36)  not null,
  root_id         varchar(36)  not null,
  transaction_id  varchar(36)  not null,
  attempt_id      varchar(36)  not null,
  resolution      text         not null,
  note            varchar(512) not null,
  created_user_id varchar(36),
  created_ts      bigint       not null,
  constraint intervention_pkey primary key (id, root_id),
  constraint intervention_attempt_key unique (root_id, attempt_id),
  constraint intervention_transaction_id_fkey foreign key (root_id, transaction_id) references transaction (root_id, id),
  constraint intervention_attempt_id_fkey foreign key (root_id, attempt_id) references attempt (root_id, id),
  constraint intervention_created_user_id_fkey foreign key (root_id, created_user_id) references "user" (root_id, id),
  constraint intervention_resolution check (resolution in ('given_back_outside', 'kept', 'approved', 'declined')),
  constraint intervention_note check (note <> '')
);
create index intervention_by_transaction on intervention (root_id, transaction_id);
create trigger intervention_stays before update or delete or truncate on intervention
  for each statement execute function refuse_write('a decision is written once');

-- A decline becomes the approval it was at the processor only when a person has decided so.
insert into state_step (noun, from_state, to_state)
select 'transaction', 301, to_state from unnest(array[101, 102, 111, 131]) as to_state
on conflict do nothing;

drop trigger transaction_moves on transaction;
drop function transaction_moves();
create function transaction_moves() returns trigger language plpgsql as $$
begin
  perform from state_step where noun = 'transaction' and from_state = old.status_id and to_state = new.status_id
    and (old.status_id <> 301 or exists (
      select from intervention i where i.root_id = new.root_id and i.transaction_id = new.id and i.resolution = 'kept'));
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_moves',
    message = format('transaction %s cannot go from status %s to %s', old.id, old.status_id, new.status_id);
end
$$;
create trigger transaction_moves before update of status_id on transaction for each row
  when (new.status_id <> old.status_id) execute function transaction_moves();

-- `transaction_moves` decides about the way out of 301; these three guard everything else.
drop trigger transaction_outcome_stays on transaction;
create trigger transaction_outcome_stays before update of outcome on transaction for each row
  when (new.outcome <> old.outcome
    and (new.outcome = 'pending' or old.outcome not in ('pending', 'unknown')) and new.status_id not in (136, 331)
    and not (old.status_id = 301 and new.status_id <> 301))
  execute function refuse_write('what was approved or declined stays so');
drop trigger transaction_final on transaction;
create trigger transaction_final before update of transaction_amount, auth_amount, authorized_amount, captured_amount, tax, tip_amount,
  subtotal_amount, surcharge_amount on transaction for each row
  when ((old.outcome = 'declined' or old.status_id in (121, 136, 191, 201, 331))
    and not (old.status_id = 301 and new.status_id <> 301))
  execute function amounts_stay('final');

drop trigger transaction_place on transaction;
create trigger transaction_place before update of id, root_id, location_id, product_transaction_id, processor_account_id, payment_method,
  type_id, previous_transaction_id, recurring_id, paylink_id on transaction for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.processor_account_id, new.payment_method, new.type_id,
         new.previous_transaction_id, new.recurring_id)
    is distinct from
        (old.id, old.root_id, old.location_id, old.product_transaction_id, old.processor_account_id, old.payment_method, old.type_id,
         old.previous_transaction_id, old.recurring_id)
    -- A payment that is kept leaves a link that was paid by another one meanwhile.
    or new.paylink_id is distinct from old.paylink_id
      and not (new.paylink_id is null and old.status_id = 301 and new.status_id <> 301))
  execute function refuse_write('whose money it is and what for stays as it was');

-- What a bank sent back and matched nothing is closed by a person who has looked at it.
alter table ach_item
  drop constraint ach_item_state,
  add constraint ach_item_state check (state in ('applied', 'unmatched', 'ignored', 'reviewed')) not valid;
alter table ach_item validate constraint ach_item_state;
