-- What a row of money can say about itself and about the rows it names: checks, keys and one exclusion. Nothing here runs code of ours.

alter table transaction
  add constraint transaction_amounts check (
    transaction_amount >= 0 and authorized_amount >= 0 and captured_amount >= 0 and auth_amount >= 0
    and tax >= 0 and tip_amount >= 0 and subtotal_amount >= 0 and surcharge_amount >= 0 and room_rate >= 0),
  add constraint transaction_capture_within_authorization check (captured_amount <= authorized_amount),
  -- Only what takes money and was approved holds any.
  add constraint transaction_captured_status check (
    captured_amount = 0 or (type_id in (20, 50) and status_id in (101, 131, 132, 133, 134, 135, 136, 331))),
  add constraint transaction_status_of_type check (
    status_id in (0, 301)
    or case type_id
         when 20 then payment_method = 'cc' and status_id in (101, 102, 201)
         when 21 then payment_method = 'cc' and status_id = 121
         when 22 then payment_method = 'cc' and status_id = 191
         when 30 then status_id in (201, 111) and payment_method = 'cc'
           or status_id in (131, 132, 133, 134, 135, 136, 201, 331) and payment_method = 'ach'
         else payment_method = 'ach' and status_id in (131, 132, 133, 134, 135, 136, 201, 331)
       end),
  -- A decline that somebody was told of while nobody knew is unknown until its money is back.
  add constraint transaction_outcome_of_status check (
    case status_id
      when 0 then outcome in ('pending', 'unknown')
      when 301 then outcome in ('declined', 'unknown')
      when 136 then outcome in ('approved', 'declined')
      when 331 then outcome in ('approved', 'declined')
      else outcome = 'approved'
    end),
  -- Card money that is the merchant's, or goes back from it, lies in a batch; nothing else does.
  add constraint transaction_in_batch check (
    case when status_id in (101, 111) then transaction_batch_id is not null
         else transaction_batch_id is null or (status_id = 201 and payment_method = 'cc')
    end),
  add constraint transaction_settled_in_batch check (settled_ts is null or transaction_batch_id is not null or payment_method = 'ach'),
  -- What is being changed is not being given back at the same time, and its batch has not left the house.
  add constraint transaction_one_thing_at_a_time check (
    doing is null or (refund_pending_amount = 0 and (settled_ts is null or payment_method = 'ach'))),
  add constraint transaction_never_deleted check (deleted_ts is null);

-- A product, a batch and a refunded payment are of the payment's own tree and product.
alter table producttransaction add constraint producttransaction_tree_key unique (id, root_id);
alter table transactionbatch
  add constraint transactionbatch_product_key unique (id, product_transaction_id),
  drop constraint transactionbatch_product_transaction_id_fkey,
  add constraint transactionbatch_product_transaction_id_fkey
    foreign key (product_transaction_id, root_id) references producttransaction (id, root_id),
  add constraint transactionbatch_open_to_settle check (is_open = (processing_status_id = 1)),
  add constraint transactionbatch_totals check (
    total_sale_amount >= 0 and total_sale_count >= 0 and total_refund_amount >= 0 and total_refund_count >= 0
    and total_void_amount >= 0 and total_void_count >= 0 and total_blind_refund_amount >= 0 and total_blind_refund_count >= 0);

alter table transaction
  -- What a refund gives back. A sale may name an earlier payment too, to use its account again: it gives nothing back.
  add column refunded_id varchar(36) generated always as (case when type_id = 30 then previous_transaction_id end) stored,
  add constraint transaction_product_key unique (id, product_transaction_id),
  add constraint transaction_refunded_id_fkey
    foreign key (refunded_id, product_transaction_id) references transaction (id, product_transaction_id),
  drop constraint transaction_product_transaction_id_fkey,
  add constraint transaction_product_transaction_id_fkey
    foreign key (product_transaction_id, root_id) references producttransaction (id, root_id),
  drop constraint transaction_transaction_batch_id_fkey,
  add constraint transaction_transaction_batch_id_fkey
    foreign key (transaction_batch_id, product_transaction_id) references transactionbatch (id, product_transaction_id),
  add constraint transaction_quick_invoice_id_fkey foreign key (quick_invoice_id) references quickinvoice,
  add constraint transaction_paylink_id_fkey foreign key (paylink_id) references paylink,
  add constraint transaction_recurring_id_fkey foreign key (recurring_id) references recurring,
  -- A link is paid once, ever. Looked at on commit, so that whoever comes second is told so by the link itself.
  add constraint transaction_paylink_paid_once exclude using btree (paylink_id with =)
    where (paylink_id is not null and type_id in (20, 50) and outcome <> 'declined') deferrable initially deferred;

-- A recurring's payment stands for one of its dates, each date for one payment, and its payments are numbered.
create unique index transaction_recurring_number_key on transaction (recurring_id, recurring_number) where recurring_id is not null;
drop index recurring_run_by_transaction;
alter table recurring_run add constraint recurring_run_transaction_key unique (transaction_id, recurring_id);
alter table transaction add constraint transaction_recurring_run_fkey
  foreign key (id, recurring_id) references recurring_run (transaction_id, recurring_id) deferrable initially deferred;
alter table recurring add constraint recurring_amounts check (
  transaction_amount > 0 and installment_amount_total = transaction_amount * installment_total_count);

alter table quickinvoice
  add constraint quickinvoice_balance check (remaining_balance = greatest(amount_due - paid_amount, 0)),
  add constraint quickinvoice_payment_status check (
    payment_status_id = case when paid_amount >= amount_due then 2 when paid_amount > 0 then 3 else 1 end),
  add constraint quickinvoice_no_payment_left_behind check (deleted_ts is null or pending_amount = 0);

alter table paylink
  add constraint paylink_amount check (amount_due > 0),
  add constraint paylink_status check (status_id in (0, 1)),
  add constraint paylink_no_payment_left_behind check (deleted_ts is null or pending_transaction_id is null),
  add constraint paylink_pending_transaction_id_fkey foreign key (pending_transaction_id) references transaction;

alter table attempt
  add constraint attempt_amounts check (amount >= 0 and auth_amount >= 0),
  add constraint attempt_ended check ((state in ('pending', 'unknown')) = (ended_ts is null)),
  -- An order is a question of its own; everything else acts on an earlier one.
  add constraint attempt_acts_on check (purpose = 'order' or original is not null);

-- A batch is settled once.
create unique index settlement_settled_key on settlement (transactionbatch_id) where state = 'settled';
alter table settlement add constraint settlement_ended check ((state = 'pending') = (ended_ts is null));
