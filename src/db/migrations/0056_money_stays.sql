-- What may not change about money once it is written. A condition of a trigger is the whole rule; the trigger only refuses under its name.

create function refuse_write() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('%s on table "%s" violates "%s": %s', lower(tg_op), tg_table_name, tg_name, tg_argv[0]);
end
$$;

-- Rows about money are never removed: what is over is marked.
create trigger transaction_stays before delete or truncate on transaction
  for each statement execute function refuse_write('it is never removed');
create trigger transactionbatch_stays before delete or truncate on transactionbatch
  for each statement execute function refuse_write('it is never removed');
create trigger attempt_stays before delete or truncate on attempt
  for each statement execute function refuse_write('it is never removed');
create trigger settlement_stays before delete or truncate on settlement
  for each statement execute function refuse_write('it is never removed');
create trigger quickinvoice_stays before delete or truncate on quickinvoice
  for each statement execute function refuse_write('it is never removed');
create trigger paylink_stays before delete or truncate on paylink
  for each statement execute function refuse_write('it is never removed');
create trigger recurring_stays before delete or truncate on recurring
  for each statement execute function refuse_write('it is never removed');
create trigger quick_invoice_reminder_stays before delete or truncate on quick_invoice_reminder
  for each statement execute function refuse_write('it is never removed');

-- And these are written once.
create trigger transactionhistory_stays before update or delete or truncate on transactionhistory
  for each statement execute function refuse_write('it can only be added to');
create trigger recurring_run_stays before update or delete or truncate on recurring_run
  for each statement execute function refuse_write('it can only be added to');
create trigger recurring_notice_stays before update or delete or truncate on recurring_notice
  for each statement execute function refuse_write('it can only be added to');

-- Whose money it is, and what it was meant for.
create trigger transaction_place before update on transaction for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.payment_method, new.type_id,
         new.previous_transaction_id, new.recurring_id, new.paylink_id)
    is distinct from
        (old.id, old.root_id, old.location_id, old.product_transaction_id, old.payment_method, old.type_id,
         old.previous_transaction_id, old.recurring_id, old.paylink_id))
  execute function refuse_write('whose money it is and what for stays as it was');
create trigger transactionbatch_place before update on transactionbatch for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id)
    is distinct from (old.id, old.root_id, old.location_id, old.product_transaction_id))
  execute function refuse_write('whose batch it is stays as it was');
create trigger quickinvoice_place before update on quickinvoice for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose invoice it is stays as it was');
create trigger paylink_place before update on paylink for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose link it is stays as it was');
create trigger recurring_place before update on recurring for each row
  when ((new.id, new.root_id, new.location_id) is distinct from (old.id, old.root_id, old.location_id))
  execute function refuse_write('whose recurring it is stays as it was');
create trigger attempt_place before update on attempt for each row
  when ((new.id, new.root_id, new.transaction_id, new.processor, new.action, new.purpose, new.original, new.amount)
    is distinct from
        (old.id, old.root_id, old.transaction_id, old.processor, old.action, old.purpose, old.original, old.amount))
  execute function refuse_write('what was asked stays as it was asked');
create trigger settlement_place before update on settlement for each row
  when ((new.id, new.root_id, new.transactionbatch_id, new.processor)
    is distinct from (old.id, old.root_id, old.transactionbatch_id, old.processor))
  execute function refuse_write('what was asked stays as it was asked');

-- The amounts of what is over, and of what has left the house with its batch.
create trigger transaction_final before update on transaction for each row
  when ((old.status_id in (121, 136, 191, 201, 331) or (old.status_id = 301 and old.outcome = 'declined'))
    and (new.transaction_amount, new.auth_amount, new.authorized_amount, new.captured_amount, new.tax, new.tip_amount,
         new.subtotal_amount, new.surcharge_amount)
    is distinct from
        (old.transaction_amount, old.auth_amount, old.authorized_amount, old.captured_amount, old.tax, old.tip_amount,
         old.subtotal_amount, old.surcharge_amount))
  execute function refuse_write('it is over');
create trigger transaction_settled before update on transaction for each row
  when (old.settled_ts is not null and old.transaction_batch_id is not null
    and (new.status_id, new.transaction_amount, new.auth_amount, new.authorized_amount,
         new.captured_amount, new.tax, new.tip_amount, new.subtotal_amount, new.surcharge_amount)
    is distinct from
        (old.status_id, old.transaction_amount, old.auth_amount, old.authorized_amount,
         old.captured_amount, old.tax, old.tip_amount, old.subtotal_amount, old.surcharge_amount))
  execute function refuse_write('its batch has left the house');
create trigger transaction_stays_in_batch before update on transaction for each row
  when (old.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function refuse_write('it belongs to one batch');
create trigger paylink_paid before update on paylink for each row
  when (old.status_id = 1 and (new.status_id, new.amount_due) is distinct from (old.status_id, old.amount_due))
  execute function refuse_write('it was paid');
create trigger recurring_ended before update on recurring for each row
  when (old.status = 'ended' and new.status <> 'ended')
  execute function refuse_write('it has ended');

-- Payments in flight fit what is due. What a processor has answered is stored whatever it makes of the invoice, so the sum can exceed what is
-- due (a tip, a payment that was attached), but nobody may begin a payment that does not fit, nor take what is due away from under one.
create trigger quickinvoice_in_flight before update on quickinvoice for each row
  when (not new.allow_overpayment and new.pending_amount > 0 and new.paid_amount + new.pending_amount > new.amount_due
    and (new.pending_amount > old.pending_amount or new.amount_due < old.amount_due or old.allow_overpayment))
  execute function refuse_write('more is on its way than is due');
