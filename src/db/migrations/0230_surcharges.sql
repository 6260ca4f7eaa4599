-- Surcharges that a merchant sets up, by which product and payments name them (decision 0053).
-- Locks: transaction, while its rows are read for two checks and a key, as for every rule that is added to it; the new columns are null or
-- constant and write no row.
create table surcharge (
  id                          varchar(36)  not null,
  root_id                     varchar(36)  not null,
  location_id                 varchar(36)  not null,
  title                       varchar(256) not null,
  surcharge_label             varchar(64)  not null,
  surcharge_fee               bigint       not null,
  surcharge_rate              bigint       not null,
  min_fee_amount              bigint,
  max_fee_amount              bigint,
  max_transaction_amount      bigint,
  surcharge_on_recurring      boolean      not null,
  refund_surcharges           boolean      not null,
  run_as_separate_transaction boolean      not null,
  apply_to_user_type_id       integer,
  created_ts                  bigint       not null,
  modified_ts                 bigint       not null,
  created_user_id             varchar(36),
  modified_user_id            varchar(36),
  deleted_ts                  bigint,
  primary key (id, root_id),
  constraint surcharge_location_id_fkey foreign key (root_id, location_id) references location (root_id, id),
  constraint surcharge_created_user_id_fkey foreign key (root_id, created_user_id) references "user" (root_id, id),
  constraint surcharge_modified_user_id_fkey foreign key (root_id, modified_user_id) references "user" (root_id, id),
  -- Hundredths of a percent: what Mastercard allows. Visa allows 3.00, which depends on the product.
  constraint surcharge_within_cap check (surcharge_rate between 0 and 400),
  constraint surcharge_bounds check (least(surcharge_fee, min_fee_amount, max_fee_amount, max_transaction_amount) >= 0
    and min_fee_amount <= max_fee_amount),
  -- The networks want a surcharge within the payment it is added to.
  constraint surcharge_within_payment check (not run_as_separate_transaction)
);
create index surcharge_by_root on surcharge (root_id, id) where deleted_ts is null;
create index surcharge_by_place on surcharge (location_id, id) where deleted_ts is null;

alter table producttransaction drop column surcharge;
alter table producttransaction
  add column surcharge_id varchar(36),
  add constraint producttransaction_surcharge_id_fkey foreign key (root_id, surcharge_id) references surcharge (root_id, id);
create index producttransaction_by_surcharge on producttransaction (surcharge_id) where surcharge_id is not null;
create trigger producttransaction_surcharge_lives before insert or update of surcharge_id on producttransaction
  for each row when (new.surcharge_id is not null) execute function names_living('surcharge_id', 'surcharge');

alter table transaction
  add column surcharge_id varchar(36),
  add column refunded_surcharge_amount bigint not null default 0;
alter table archived_transaction
  add column surcharge_id varchar(36),
  add column refunded_surcharge_amount bigint not null default 0;
alter table transaction
  add constraint transaction_surcharge_id_fkey foreign key (root_id, surcharge_id) references surcharge (root_id, id) not valid,
  -- A surcharge by which the gateway charged is never more than 4 percent of the rest of the amount the transaction stands for.
  add constraint transaction_surcharge_capped check (
    surcharge_id is null or status_id = 201 or coalesce(surcharge_amount, 0) * 104
      <= 4 * case when status_id in (0, 301) then transaction_amount when captured_amount > 0 then captured_amount else authorized_amount end
    ) not valid,
  add constraint transaction_surcharge_refunds check (refunded_surcharge_amount between 0 and coalesce(surcharge_amount, 0)
    and refunded_surcharge_amount <= refunded_amount) not valid;
alter table transaction validate constraint transaction_surcharge_id_fkey;
alter table transaction validate constraint transaction_surcharge_capped;
alter table transaction validate constraint transaction_surcharge_refunds;

-- A payment's count of the surcharge that went back is that of its refunds, where the gateway has charged it.
drop trigger transaction_refunds_add_up on transaction;
drop trigger transaction_refund_counts on transaction;
drop trigger transaction_refund_begins on transaction;
drop function refunds_add_up;
create function refunds_add_up() returns trigger language plpgsql as $$
declare
  original varchar(36) := coalesce(new.refunded_id, new.id);
begin
  perform from transaction t
      cross join lateral (
        select coalesce(sum(transaction_amount) filter (where outcome = 'approved' and status_id not in (136, 201, 331)), 0) as refunded,
               coalesce(sum(surcharge_amount) filter (where outcome = 'approved' and status_id not in (136, 201, 331)), 0) as surcharge,
               coalesce(sum(transaction_amount) filter (where outcome in ('pending', 'unknown')), 0) as pending
          from transaction where previous_transaction_id = original and refunded_id = original) as own
     where t.id = original and (t.refunded_amount <> own.refunded or t.refund_pending_amount <> own.pending
       or t.refunded_surcharge_amount <> case when t.surcharge_id is null then 0 else own.surcharge end);
  if found then
    perform refuse_sum('transaction_refunds_add_up', 'transaction', format('the refunds of transaction %s', original));
  end if;
  return null;
end
$$;
create constraint trigger transaction_refunds_add_up
  after update of refunded_amount, refund_pending_amount, refunded_surcharge_amount on transaction
  deferrable initially deferred for each row
  when (new.refunded_id is null)
  execute function refunds_add_up();
create constraint trigger transaction_refund_begins after insert on transaction deferrable initially deferred for each row
  when (new.refunded_id is not null)
  execute function refunds_add_up();
create constraint trigger transaction_refund_counts after update of outcome, status_id, transaction_amount, surcharge_amount on transaction
  deferrable initially deferred for each row
  when (new.refunded_id is not null)
  execute function refunds_add_up();

-- What an invoice counts is what was paid on it, without the surcharge that the payer bears.
drop function quickinvoice_adds_up;
create function quickinvoice_adds_up(invoice_id varchar(36)) returns void language plpgsql as $$
begin
  perform from quickinvoice q
      cross join lateral (
        select coalesce(sum(case status_id when 102 then authorized_amount else captured_amount end - refunded_amount
                   - case when surcharge_id is null then 0 else coalesce(surcharge_amount, 0) - refunded_surcharge_amount end)
                 filter (where outcome = 'approved' and status_id in (101, 102, 131, 132, 133, 134)), 0) as paid,
               coalesce(sum(transaction_amount - case when surcharge_id is null then 0 else coalesce(surcharge_amount, 0) end)
                 filter (where outcome in ('pending', 'unknown')), 0) as pending
          from transaction where quick_invoice_id = invoice_id and type_id in (20, 50)) as own
     where q.id = invoice_id and q.deleted_ts is null and (q.paid_amount <> own.paid or q.pending_amount <> own.pending);
  if found then
    perform refuse_sum('quickinvoice_adds_up', 'quickinvoice', format('the payments of quick invoice %s', invoice_id));
  end if;
end
$$;
drop trigger transaction_counts_for_invoice on transaction;
create constraint trigger transaction_counts_for_invoice after update of quick_invoice_id, outcome, status_id, transaction_amount,
  authorized_amount, captured_amount, refunded_amount, surcharge_id, surcharge_amount, refunded_surcharge_amount on transaction
  deferrable initially deferred for each row
  when (new.quick_invoice_id is not null or old.quick_invoice_id is not null)
  execute function transaction_paid_invoice();
