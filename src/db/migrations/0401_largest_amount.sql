-- Payments, invoices and links have one largest amount, 99,999,999.99 (decimal(10,2)). A payment ended at 9,999,999.99, so what was charged on
-- a page for a larger link could not be refunded. A recurring may have twelve characters; one that could never be paid is on hold.
--
-- Locks: the checks of paylink, quickinvoice and recurring read their tables once. That of transaction is validated without closing it.

update quickinvoice set single_payment_max_amount = 9999999999 where single_payment_max_amount = 999999999 and status_id = 1;
update recurring set active = false, status = 'on hold', next_run_date = null, due_ts = null
 where transaction_amount > 9999999999 and status = 'active';

alter table recurring
  drop constraint recurring_amounts,
  add constraint recurring_amounts check (
    transaction_amount > 0 and installment_amount_total = transaction_amount * installment_total_count
    and (transaction_amount <= 9999999999 or status <> 'active'));
alter table quickinvoice
  drop constraint quickinvoice_amounts,
  add constraint quickinvoice_amounts check (
    amount_due > 0 and amount_due <= 9999999999 and remaining_balance >= 0 and paid_amount >= 0 and pending_amount >= 0);
alter table paylink
  drop constraint paylink_amount,
  add constraint paylink_amount check (amount_due > 0 and amount_due <= 9999999999);
alter table transaction
  drop constraint transaction_amounts,
  add constraint transaction_amounts check (least(
    transaction_amount, authorized_amount, captured_amount, auth_amount, tax, tip_amount, subtotal_amount, surcharge_amount, room_rate) >= 0
    and greatest(transaction_amount, authorized_amount, captured_amount) <= 9999999999) not valid;
alter table transaction validate constraint transaction_amounts;
