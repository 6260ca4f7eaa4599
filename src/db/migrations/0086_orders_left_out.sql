-- Payments that the processor left out when it settled their batch, because it does not know them or cannot settle them. A person has them
-- settled once more, with the next batch, or leaves it at that (decision 0020).

create table settlement_exception (
  id                  varchar(36)  not null,
  root_id             varchar(36)  not null,
  settlement_id       varchar(36)  not null,
  transactionbatch_id varchar(36)  not null,
  transaction_id      varchar(36)  not null,
  -- What the processor said.
  reason              varchar(255) not null,
  -- Minor units; negative for a refund.
  amount              bigint       not null,
  created_ts          bigint       not null,
  -- moved: to the next batch. closed: it is left at that, as a person said.
  resolution          text,
  resolved_ts         bigint,
  primary key (id, root_id),
  constraint settlement_exception_settlement_id_fkey foreign key (settlement_id, root_id) references settlement (id, root_id),
  constraint settlement_exception_transactionbatch_id_fkey
    foreign key (transactionbatch_id, root_id) references transactionbatch (id, root_id),
  constraint settlement_exception_transaction_id_fkey foreign key (transaction_id, root_id) references transaction (id, root_id),
  constraint settlement_exception_resolution check ((resolution is null) = (resolved_ts is null) and resolution in ('moved', 'closed'))
);

-- A payment is left out once at a time, and once of a request.
create unique index settlement_exception_open_key on settlement_exception (transaction_id, root_id) where resolution is null;
create unique index settlement_exception_once_key on settlement_exception (settlement_id, transaction_id, root_id);
create index settlement_exception_by_batch on settlement_exception (transactionbatch_id, root_id);

create trigger settlement_exception_stays before delete or truncate on settlement_exception
  for each statement execute function refuse_write('it is never removed');
create trigger settlement_exception_place before update of id, root_id, settlement_id, transactionbatch_id, transaction_id, reason, amount, resolution
  on settlement_exception for each row
  when ((new.id, new.root_id, new.settlement_id, new.transactionbatch_id, new.transaction_id, new.reason, new.amount)
    is distinct from
        (old.id, old.root_id, old.settlement_id, old.transactionbatch_id, old.transaction_id, old.reason, old.amount)
    or old.resolution is not null)
  execute function refuse_write('what the processor left out stays as it was told');

-- What was left out may go to the next batch, of its own batch which was settled without it.
drop trigger transaction_stays_in_batch on transaction;
drop function transaction_stays_in_batch();
create function transaction_stays_in_batch() returns trigger language plpgsql as $$
begin
  if new.transaction_batch_id is not null then
    perform from transactionbatch
      where old.doing is not null and id = old.transaction_batch_id and root_id = old.root_id
        and processing_status_id = 5 and fixed_ts is null for key share;
    if found then return new; end if;
    perform from settlement_exception
      where transaction_id = old.id and root_id = old.root_id and transactionbatch_id = old.transaction_batch_id and resolution is null;
    if found then return new; end if;
  end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_stays_in_batch',
    message = format('transaction %s belongs to batch %s', old.id, old.transaction_batch_id);
end
$$;
create trigger transaction_stays_in_batch before update of transaction_batch_id on transaction for each row
  when (old.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_stays_in_batch();

-- The totals of a batch that is being settled, or was, are those of its settlements, without what was moved on.
drop trigger transactionbatch_adds_up on transactionbatch;
drop trigger settlement_counts_in_batch on settlement;
drop function transactionbatch_counted();
drop function settlement_counts_in_batch();
drop function batch_adds_up(varchar);
create function batch_adds_up(batch_id varchar(36)) returns void language plpgsql as $$
declare
  batch transactionbatch;
  own record;
  moved record;
begin
  select * into batch from transactionbatch where id = batch_id;
  if batch.processing_status_id <> 2 and (batch.processing_status_id <> 5 or batch.fixed_ts is null) then return; end if;
  select count(*) as pieces, coalesce(sum(orders), 0) as orders, coalesce(sum(amount), 0) as amount
    into own from settlement where transactionbatch_id = batch_id and state in ('pending', 'settled');
  select count(*) as orders, coalesce(sum(amount), 0) as amount
    into moved from settlement_exception where transactionbatch_id = batch_id and resolution = 'moved';
  if (own.pieces > 0 or batch.processing_status_id = 2) and (own.orders - moved.orders, own.amount - moved.amount) is distinct from
    (batch.total_sale_count + batch.total_refund_count + batch.total_blind_refund_count,
     batch.total_sale_amount - batch.total_refund_amount - batch.total_blind_refund_amount)
  then
    perform refuse_sum('transactionbatch_adds_up', 'transactionbatch', format('the totals of batch %s are not those of its settlements', batch_id));
  end if;
end
$$;
create function transactionbatch_counted() returns trigger language plpgsql as $$
begin
  perform batch_adds_up(new.id);
  return null;
end
$$;
create constraint trigger transactionbatch_adds_up after update of processing_status_id, total_sale_amount, total_sale_count,
  total_refund_amount, total_refund_count, total_blind_refund_amount, total_blind_refund_count
  on transactionbatch deferrable initially deferred for each row
  when (not new.is_open)
  execute function transactionbatch_counted();
create function settlement_counts_in_batch() returns trigger language plpgsql as $$
begin
  perform batch_adds_up(new.transactionbatch_id);
  return null;
end
$$;
create constraint trigger settlement_counts_in_batch after insert on settlement deferrable initially deferred for each row
  execute function settlement_counts_in_batch();
