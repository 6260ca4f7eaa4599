-- What rows of money say together. Sums over other rows can be looked at only by code; it runs on commit, when all of a change is there, and
-- only for rows whose money changed. A sale that is neither refunded nor on an invoice meets none of it but the look at its batch.

create function refuse_sum(named text, table_name text, says text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', table = table_name, constraint = named,
    message = format('"%s" is violated: %s', named, says);
end
$$;

-- A payment's two counts of refunds are those of its refunds. That these are within what was captured is a check beside them.
create function refunds_add_up() returns trigger language plpgsql as $$
declare
  original varchar(36) := coalesce(new.refunded_id, new.id);
begin
  perform from transaction t
      cross join lateral (
        select coalesce(sum(transaction_amount) filter (where outcome = 'approved' and status_id not in (136, 201, 331)), 0) as refunded,
               coalesce(sum(transaction_amount) filter (where outcome in ('pending', 'unknown')), 0) as pending
          from transaction where previous_transaction_id = original and refunded_id = original) as own
     where t.id = original and (t.refunded_amount <> own.refunded or t.refund_pending_amount <> own.pending);
  if found then
    perform refuse_sum('transaction_refunds_add_up', 'transaction', format('the refunds of transaction %s', original));
  end if;
  return null;
end
$$;

create constraint trigger transaction_refunds_add_up after update on transaction deferrable initially deferred for each row
  when ((new.refunded_id is not null
      and (new.outcome, new.status_id, new.transaction_amount) is distinct from (old.outcome, old.status_id, old.transaction_amount))
    or (new.refunded_amount, new.refund_pending_amount) is distinct from (old.refunded_amount, old.refund_pending_amount))
  execute function refunds_add_up();
create constraint trigger transaction_refunds_add_up_begun after insert on transaction deferrable initially deferred for each row
  when (new.refunded_id is not null or new.refunded_amount <> 0 or new.refund_pending_amount <> 0)
  execute function refunds_add_up();

-- An invoice's two counts of payments are those of its payments, and a deleted one takes none.
create function quickinvoice_adds_up(invoice_id varchar(36)) returns void language plpgsql as $$
begin
  perform from quickinvoice q
      cross join lateral (
        select coalesce(sum(case status_id when 102 then authorized_amount else captured_amount end - refunded_amount)
                 filter (where outcome = 'approved' and status_id in (101, 102, 131, 132, 133, 134)), 0) as paid,
               coalesce(sum(transaction_amount) filter (where outcome in ('pending', 'unknown')), 0) as pending
          from transaction where quick_invoice_id = invoice_id and type_id in (20, 50)) as own
     where q.id = invoice_id and q.deleted_ts is null and (q.paid_amount <> own.paid or q.pending_amount <> own.pending);
  if found then
    perform refuse_sum('quickinvoice_adds_up', 'quickinvoice', format('the payments of quick invoice %s', invoice_id));
  end if;
end
$$;

create function quickinvoice_counted() returns trigger language plpgsql as $$
begin
  perform quickinvoice_adds_up(new.id);
  return null;
end
$$;

create constraint trigger quickinvoice_adds_up after update on quickinvoice deferrable initially deferred for each row
  when ((new.paid_amount, new.pending_amount) is distinct from (old.paid_amount, old.pending_amount))
  execute function quickinvoice_counted();
create constraint trigger quickinvoice_adds_up_begun after insert on quickinvoice deferrable initially deferred for each row
  when (new.paid_amount <> 0 or new.pending_amount <> 0)
  execute function quickinvoice_counted();

create function transaction_paid_invoice() returns trigger language plpgsql as $$
begin
  if new.quick_invoice_id is not null then
    if tg_op = 'INSERT' or new.quick_invoice_id is distinct from old.quick_invoice_id then
      perform from quickinvoice where id = new.quick_invoice_id and deleted_ts is not null;
      if found then
        perform refuse_sum('transaction_pays_living_invoice', 'transaction', format('quick invoice %s is deleted', new.quick_invoice_id));
      end if;
    end if;
    perform quickinvoice_adds_up(new.quick_invoice_id);
  end if;
  if tg_op = 'UPDATE' and old.quick_invoice_id is distinct from new.quick_invoice_id and old.quick_invoice_id is not null then
    perform quickinvoice_adds_up(old.quick_invoice_id);
  end if;
  return null;
end
$$;

create constraint trigger transaction_pays_living_invoice after insert on transaction deferrable initially deferred for each row
  when (new.quick_invoice_id is not null)
  execute function transaction_paid_invoice();
create constraint trigger transaction_counts_for_invoice after update on transaction deferrable initially deferred for each row
  when ((new.quick_invoice_id is not null or old.quick_invoice_id is not null)
    and (new.quick_invoice_id, new.outcome, new.status_id, new.transaction_amount, new.authorized_amount, new.captured_amount, new.refunded_amount)
    is distinct from
        (old.quick_invoice_id, old.outcome, old.status_id, old.transaction_amount, old.authorized_amount, old.captured_amount, old.refunded_amount))
  execute function transaction_paid_invoice();

-- A payment joins its product's open batch. Whoever closes it holds the row, so the look waits for him.
create function transaction_joins_open() returns trigger language plpgsql as $$
begin
  perform from transactionbatch where id = new.transaction_batch_id and is_open for key share;
  if not found then
    perform refuse_sum('transaction_joins_open', 'transaction', format('batch %s is closed', new.transaction_batch_id));
  end if;
  return new;
end
$$;

create trigger transaction_joins_open before update on transaction for each row
  when (new.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_joins_open();

-- The totals of a batch that is closed are those of its payments. Asked when it closes and moves on, and when one of its payments changes
-- after that: while it is open they are compared with nothing.
create function batch_adds_up(batch_id varchar(36)) returns void language plpgsql as $$
declare
  batch transactionbatch;
  own record;
begin
  select * into batch from transactionbatch where id = batch_id;
  if batch.is_open then return; end if;
  select coalesce(sum(captured_amount) filter (where status_id = 101), 0) as sale_amount,
         count(*) filter (where status_id = 101) as sale_count,
         coalesce(sum(auth_amount) filter (where status_id = 111 and refunded_id is not null), 0) as refund_amount,
         count(*) filter (where status_id = 111 and refunded_id is not null) as refund_count,
         coalesce(sum(auth_amount) filter (where status_id = 111 and refunded_id is null), 0) as blind_refund_amount,
         count(*) filter (where status_id = 111 and refunded_id is null) as blind_refund_count,
         coalesce(sum(auth_amount) filter (where status_id = 201), 0) as void_amount,
         count(*) filter (where status_id = 201) as void_count
    into own from transaction where transaction_batch_id = batch_id;
  if own.sale_amount <> batch.total_sale_amount or own.sale_count <> batch.total_sale_count
    or own.refund_amount <> batch.total_refund_amount or own.refund_count <> batch.total_refund_count
    or own.blind_refund_amount <> batch.total_blind_refund_amount or own.blind_refund_count <> batch.total_blind_refund_count
    or own.void_amount <> batch.total_void_amount or own.void_count <> batch.total_void_count
  then
    perform refuse_sum('transactionbatch_adds_up', 'transactionbatch', format('the totals of batch %s are not those of its payments', batch_id));
  end if;
end
$$;

create function transactionbatch_counted() returns trigger language plpgsql as $$
begin
  perform batch_adds_up(new.id);
  return null;
end
$$;

create constraint trigger transactionbatch_adds_up after update on transactionbatch deferrable initially deferred for each row
  when (not new.is_open
    and (new.processing_status_id, new.total_sale_amount, new.total_sale_count, new.total_refund_amount, new.total_refund_count,
         new.total_void_amount, new.total_void_count, new.total_blind_refund_amount, new.total_blind_refund_count)
    is distinct from
        (old.processing_status_id, old.total_sale_amount, old.total_sale_count, old.total_refund_amount, old.total_refund_count,
         old.total_void_amount, old.total_void_count, old.total_blind_refund_amount, old.total_blind_refund_count))
  execute function transactionbatch_counted();

create function transaction_counts_in_batch() returns trigger language plpgsql as $$
begin
  perform batch_adds_up(old.transaction_batch_id);
  return null;
end
$$;

create constraint trigger transaction_counts_in_batch after update on transaction deferrable initially deferred for each row
  when (old.transaction_batch_id is not null
    and (new.transaction_batch_id, new.status_id, new.auth_amount, new.captured_amount)
    is distinct from (old.transaction_batch_id, old.status_id, old.auth_amount, old.captured_amount))
  execute function transaction_counts_in_batch();

-- While a batch is being settled (5) and afterwards (2) all that stand in it are marked so, and while it can still be changed none is. What
-- was closed by force (6) was settled elsewhere, or never will be: nobody knows here what its payments are.
create function transactionbatch_settled_whole() returns trigger language plpgsql as $$
begin
  perform from transactionbatch b
     join transaction t on t.transaction_batch_id = b.id
    where b.id = new.id and b.processing_status_id <> 6
      and t.status_id in (101, 111) and (t.settled_ts is not null) <> (b.processing_status_id in (2, 5));
  if found then
    perform refuse_sum('transactionbatch_settled_whole', 'transactionbatch',
      format('payments of batch %s are marked otherwise than it is', new.id));
  end if;
  return null;
end
$$;

create constraint trigger transactionbatch_settled_whole after update on transactionbatch deferrable initially deferred for each row
  when (new.processing_status_id <> old.processing_status_id)
  execute function transactionbatch_settled_whole();

-- One payment alone is not settled, nor taken back from settlement. Its batch's state is looked at, not its other payments: a batch
-- may hold many thousands.
create function transaction_settles_with_batch() returns trigger language plpgsql as $$
begin
  perform from transactionbatch b join transaction t on t.id = new.id and t.transaction_batch_id = b.id
    where b.processing_status_id <> 6 and (b.processing_status_id in (2, 5)) <> (t.settled_ts is not null);
  if found then
    perform refuse_sum('transaction_settles_with_batch', 'transaction', format('transaction %s is marked otherwise than its batch', new.id));
  end if;
  return null;
end
$$;

create constraint trigger transaction_settles_with_batch after update on transaction deferrable initially deferred for each row
  when ((new.settled_ts is null) <> (old.settled_ts is null) and new.transaction_batch_id is not null)
  execute function transaction_settles_with_batch();
