-- The rules about money at less cost. PostgreSQL reads the conditions of checks and triggers anew for every statement, so what they say at
-- length costs each write more than what it guards: triggers name the columns they look at, conditions are short, and what a single
-- transaction may look like is one check whose function refuses under the name of the rule.

create function transaction_is_sound(
  payment_method text, type_id integer, status_id integer, outcome text, captured_amount bigint, refund_pending_amount bigint,
  transaction_batch_id text, settled_ts bigint, doing text, deleted_ts bigint
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
    when settled_ts is not null and transaction_batch_id is null and payment_method <> 'ach' then 'transaction_settled_in_batch'
    -- What is being changed is not being given back at the same time, and its batch has not left the house.
    when doing is not null and (refund_pending_amount <> 0 or settled_ts is not null and payment_method <> 'ach')
      then 'transaction_one_thing_at_a_time'
  end;
  if broken is null then return true; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = broken,
    message = format('a transaction of status %s, type %s and outcome %s violates "%s"', status_id, type_id, outcome, broken);
end
$$;

alter table transaction
  drop constraint transaction_never_deleted,
  drop constraint transaction_outcome,
  drop constraint transaction_outcome_of_status,
  drop constraint transaction_status_of_type,
  drop constraint transaction_captured_status,
  drop constraint transaction_in_batch,
  drop constraint transaction_settled_in_batch,
  drop constraint transaction_one_thing_at_a_time,
  drop constraint transaction_amounts,
  drop constraint transaction_refunds_not_negative,
  add constraint transaction_sound check (transaction_is_sound(
    payment_method, type_id, status_id, outcome, captured_amount, refund_pending_amount, transaction_batch_id, settled_ts, doing, deleted_ts)),
  -- `least` passes over what is null.
  add constraint transaction_amounts check (least(
    transaction_amount, authorized_amount, captured_amount, auth_amount, tax, tip_amount, subtotal_amount, surcharge_amount, room_rate) >= 0),
  add constraint transaction_refunds_not_negative check (least(refunded_amount, refund_pending_amount) >= 0);

alter table transactionbatch
  drop constraint transactionbatch_totals,
  add constraint transactionbatch_totals check (least(
    total_sale_amount, total_sale_count, total_refund_amount, total_refund_count,
    total_void_amount, total_void_count, total_blind_refund_amount, total_blind_refund_count) >= 0);

-- Whose money it is.
drop trigger transaction_place on transaction;
create trigger transaction_place before update of id, root_id, location_id, product_transaction_id, payment_method, type_id,
  previous_transaction_id, recurring_id, paylink_id on transaction for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.payment_method, new.type_id,
         new.previous_transaction_id, new.recurring_id, new.paylink_id)
    is distinct from
        (old.id, old.root_id, old.location_id, old.product_transaction_id, old.payment_method, old.type_id,
         old.previous_transaction_id, old.recurring_id, old.paylink_id))
  execute function refuse_write('whose money it is and what for stays as it was');
drop trigger transactionbatch_place on transactionbatch;
create trigger transactionbatch_place before update of id, root_id, location_id, product_transaction_id on transactionbatch for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id)
    is distinct from (old.id, old.root_id, old.location_id, old.product_transaction_id))
  execute function refuse_write('whose batch it is stays as it was');
drop trigger quickinvoice_place on quickinvoice;
create trigger quickinvoice_place before update of id, root_id, location_id on quickinvoice for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose invoice it is stays as it was');
drop trigger paylink_place on paylink;
create trigger paylink_place before update of id, root_id, location_id on paylink for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose link it is stays as it was');
drop trigger recurring_place on recurring;
create trigger recurring_place before update of id, root_id, location_id on recurring for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose recurring it is stays as it was');
drop trigger attempt_place on attempt;
create trigger attempt_place before update of id, root_id, transaction_id, processor, action, purpose, original, amount on attempt for each row
  when ((new.id, new.root_id, new.transaction_id, new.processor, new.action, new.purpose, new.original, new.amount)
    is distinct from
        (old.id, old.root_id, old.transaction_id, old.processor, old.action, old.purpose, old.original, old.amount))
  execute function refuse_write('what was asked stays as it was asked');

-- Amounts that may change no more.
create function amounts_stay() returns trigger language plpgsql as $$
begin
  if (new.transaction_amount, new.auth_amount, new.authorized_amount, new.captured_amount, new.tax, new.tip_amount,
      new.subtotal_amount, new.surcharge_amount)
    is not distinct from
     (old.transaction_amount, old.auth_amount, old.authorized_amount, old.captured_amount, old.tax, old.tip_amount,
      old.subtotal_amount, old.surcharge_amount)
    and (new.status_id = old.status_id or tg_argv[0] = 'final')
  then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = tg_name,
    message = format('the amounts of transaction %s stay: it is %s', old.id, tg_argv[0]);
end
$$;
drop trigger transaction_final on transaction;
create trigger transaction_final before update of transaction_amount, auth_amount, authorized_amount, captured_amount, tax, tip_amount,
  subtotal_amount, surcharge_amount on transaction for each row
  when (old.outcome = 'declined' or old.status_id in (121, 136, 191, 201, 331))
  execute function amounts_stay('final');
drop trigger transaction_settled on transaction;
create trigger transaction_settled before update of status_id, transaction_amount, auth_amount, authorized_amount, captured_amount, tax, tip_amount,
  subtotal_amount, surcharge_amount on transaction for each row
  when (old.settled_ts is not null and old.transaction_batch_id is not null)
  execute function amounts_stay('settled');

-- Steps and places.
drop trigger transaction_moves on transaction;
create trigger transaction_moves before update of status_id on transaction for each row
  when (new.status_id <> old.status_id) execute function transaction_moves();
drop trigger transaction_outcome_stays on transaction;
create trigger transaction_outcome_stays before update of outcome on transaction for each row
  when (new.outcome <> old.outcome
    and (new.outcome = 'pending' or old.outcome not in ('pending', 'unknown')) and new.status_id not in (136, 331))
  execute function refuse_write('what was approved or declined stays so');
drop trigger transaction_joins_open on transaction;
create trigger transaction_joins_open before update of transaction_batch_id on transaction for each row
  when (new.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_joins_open();
drop trigger transaction_stays_in_batch on transaction;
create trigger transaction_stays_in_batch before update of transaction_batch_id on transaction for each row
  when (old.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function refuse_write('it belongs to one batch');
drop trigger transactionbatch_moves on transactionbatch;
create trigger transactionbatch_moves before update of processing_status_id on transactionbatch for each row
  when (new.processing_status_id <> old.processing_status_id) execute function transactionbatch_moves();
drop trigger paylink_paid on paylink;
create trigger paylink_paid before update of status_id, amount_due on paylink for each row
  when (old.status_id = 1 and (new.status_id, new.amount_due) is distinct from (old.status_id, old.amount_due))
  execute function refuse_write('it was paid');
drop trigger recurring_ended on recurring;
create trigger recurring_ended before update of status on recurring for each row
  when (old.status = 'ended' and new.status <> 'ended')
  execute function refuse_write('it has ended');

create function attempt_moves() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) in (('pending', 'approved'), ('pending', 'declined'), ('pending', 'unknown'), ('unknown', 'approved'),
    ('unknown', 'declined'), ('declined', 'approved'), ('approved', 'reversed'))
  then return new; end if;
  raise exception using errcode = 'check_violation', table = 'attempt', constraint = 'attempt_moves',
    message = format('attempt %s cannot go from %s to %s', old.id, old.state, new.state);
end
$$;
drop trigger attempt_moves on attempt;
create trigger attempt_moves before update of state on attempt for each row
  when (new.state <> old.state) execute function attempt_moves();

create function quickinvoice_in_flight() returns trigger language plpgsql as $$
begin
  if new.paid_amount + new.pending_amount <= new.amount_due
    or not (new.pending_amount > old.pending_amount or new.amount_due < old.amount_due or old.allow_overpayment)
  then return new; end if;
  raise exception using errcode = 'check_violation', table = 'quickinvoice', constraint = 'quickinvoice_in_flight',
    message = format('more is on its way to quick invoice %s than is due', old.id);
end
$$;
drop trigger quickinvoice_in_flight on quickinvoice;
create trigger quickinvoice_in_flight before update of pending_amount, amount_due, allow_overpayment on quickinvoice for each row
  when (new.pending_amount > 0 and not new.allow_overpayment)
  execute function quickinvoice_in_flight();

-- Sums.
drop trigger transaction_refunds_add_up on transaction;
drop trigger transaction_refunds_add_up_begun on transaction;
create constraint trigger transaction_refunds_add_up after update of refunded_amount, refund_pending_amount on transaction
  deferrable initially deferred for each row
  when (new.refunded_id is null)
  execute function refunds_add_up();
create constraint trigger transaction_refund_counts after update of outcome, status_id, transaction_amount on transaction
  deferrable initially deferred for each row
  when (new.refunded_id is not null)
  execute function refunds_add_up();
-- What has just begun holds no money, so that nothing can have been given back of it.
create constraint trigger transaction_refund_begins after insert on transaction deferrable initially deferred for each row
  when (new.refunded_id is not null)
  execute function refunds_add_up();

drop trigger quickinvoice_adds_up on quickinvoice;
create constraint trigger quickinvoice_adds_up after update of paid_amount, pending_amount on quickinvoice deferrable initially deferred for each row
  when ((new.paid_amount, new.pending_amount) is distinct from (old.paid_amount, old.pending_amount))
  execute function quickinvoice_counted();
drop trigger transaction_counts_for_invoice on transaction;
create constraint trigger transaction_counts_for_invoice after update of
  quick_invoice_id, outcome, status_id, transaction_amount, authorized_amount, captured_amount, refunded_amount on transaction
  deferrable initially deferred for each row
  when (new.quick_invoice_id is not null or old.quick_invoice_id is not null)
  execute function transaction_paid_invoice();

drop trigger transactionbatch_adds_up on transactionbatch;
create constraint trigger transactionbatch_adds_up after update of processing_status_id, is_open, total_sale_amount, total_sale_count,
  total_refund_amount, total_refund_count, total_void_amount, total_void_count, total_blind_refund_amount, total_blind_refund_count
  on transactionbatch deferrable initially deferred for each row
  when (not new.is_open)
  execute function transactionbatch_counted();
drop trigger transactionbatch_settled_whole on transactionbatch;
create constraint trigger transactionbatch_settled_whole after update of processing_status_id on transactionbatch
  deferrable initially deferred for each row
  when (new.processing_status_id <> old.processing_status_id)
  execute function transactionbatch_settled_whole();
drop trigger transaction_counts_in_batch on transaction;
create constraint trigger transaction_counts_in_batch after update of transaction_batch_id, status_id, auth_amount, captured_amount on transaction
  deferrable initially deferred for each row
  when (old.transaction_batch_id is not null)
  execute function transaction_counts_in_batch();
drop trigger transaction_settles_with_batch on transaction;
create constraint trigger transaction_settles_with_batch after update of settled_ts on transaction deferrable initially deferred for each row
  when ((new.settled_ts is null) <> (old.settled_ts is null) and new.transaction_batch_id is not null)
  execute function transaction_settles_with_batch();
