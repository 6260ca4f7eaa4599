-- Settled is a fact of the batch (decision 0020). Closing one marks none of its payments, so it waits for nobody and nobody for it. What is
-- asked of the processor goes in pieces, each a settlement for a range of payments.
--
-- Locks: transaction is closed until the commit and read once, for the check of its rows.

-- When its membership became fixed: from then on nothing joins, leaves or changes. Null before, and again while a refused one can be changed.
alter table transactionbatch add column fixed_ts bigint;
-- Machine time after which another process goes on with its settlement; null when there is nothing to go on with.
alter table transactionbatch add column continue_ts bigint;
-- When its settlement could first not be finished at once.
alter table transactionbatch add column unknown_ts bigint;
-- Of one that is settled in part only: the ranges of payments (after, up to) that are.
alter table transactionbatch add column settled_ranges json;
-- The request at a terminal that it was closed by.
alter table transactionbatch add column terminalrun_id varchar(36);

create index transactionbatch_continue on transactionbatch (continue_ts, id) where continue_ts is not null;
create unique index transactionbatch_terminalrun_key on transactionbatch (terminalrun_id, root_id) where terminalrun_id is not null;
update transactionbatch b set terminalrun_id = s.terminalrun_id
  from settlement s where s.transactionbatch_id = b.id and s.root_id = b.root_id and s.terminalrun_id is not null;
drop index settlement_terminalrun_key;
alter table settlement drop column terminalrun_id;

-- A settlement is asked for the payments after one id, up to another: all ids lie between '' and 'z'.
alter table settlement
  add column after_id  varchar(36)  not null default '',
  add column to_id     varchar(36)  not null default 'z',
  -- The first, second … time that its batch was sent.
  add column try       integer      not null default 1,
  -- How many payments and what they come to.
  add column orders    integer      not null default 0,
  add column amount    bigint       not null default 0,
  add column file_name varchar(128);
update settlement s set try = earlier.try, file_name = case s.state when 'settled' then b.settlement_file_name end
  from (select id, row_number() over (partition by transactionbatch_id order by id) as try from settlement) as earlier, transactionbatch b
 where earlier.id = s.id and b.id = s.transactionbatch_id and b.root_id = s.root_id;
-- Exact for what is settled or being settled, whose payments have not changed since.
update settlement s set orders = own.orders, amount = own.amount
  from (select transaction_batch_id, count(*) as orders,
               sum(case status_id when 101 then captured_amount else -coalesce(auth_amount, 0) end) as amount
          from transaction where transaction_batch_id is not null and status_id in (101, 111) group by transaction_batch_id) as own
 where own.transaction_batch_id = s.transactionbatch_id;
alter table settlement
  alter column after_id drop default,
  alter column to_id drop default,
  alter column try drop default,
  alter column orders drop default,
  alter column amount drop default,
  add constraint settlement_range check (after_id < to_id);
drop index settlement_open_key;
drop index settlement_settled_key;
create unique index settlement_open_key on settlement (transactionbatch_id, after_id, root_id) where state = 'pending';
create unique index settlement_settled_key on settlement (transactionbatch_id, after_id, root_id) where state = 'settled';

update transactionbatch b set fixed_ts = s.created_ts, unknown_ts = case s.state when 'pending' then s.created_ts end
  from settlement s where s.transactionbatch_id = b.id and s.root_id = b.root_id and s.state in ('pending', 'settled');

drop trigger settlement_place on settlement;
create trigger settlement_place before update of id, root_id, transactionbatch_id, processor_account_id, after_id, to_id, try, orders, amount
  on settlement for each row
  when ((new.id, new.root_id, new.transactionbatch_id, new.processor_account_id, new.after_id, new.to_id, new.try, new.orders, new.amount)
    is distinct from
        (old.id, old.root_id, old.transactionbatch_id, old.processor_account_id, old.after_id, old.to_id, old.try, old.orders, old.amount))
  execute function refuse_write('what was asked stays as it was asked');

-- Payments of a batch that are being changed: few, however many it holds.
create index transaction_changing_in_batch on transaction (transaction_batch_id) where doing is not null and transaction_batch_id is not null;

-- What settled_ts said is said by the batch.
drop trigger transaction_settled on transaction;
drop trigger transaction_settles_with_batch on transaction;
drop trigger transaction_counts_in_batch on transaction;
drop trigger transactionbatch_settled_whole on transactionbatch;
drop trigger transactionbatch_adds_up on transactionbatch;
drop function transaction_settles_with_batch();
drop function transaction_counts_in_batch();
drop function transactionbatch_settled_whole();
drop function transactionbatch_counted();
drop function batch_adds_up(varchar);
alter table transaction drop constraint transaction_sound;
alter table transaction drop column settled_ts;
drop function transaction_is_sound(text, integer, integer, text, bigint, bigint, text, bigint, text, bigint);

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

-- A payment of a batch that is being settled (5) or was (2) begins no change, and one whose change began before only ends it until the
-- membership is fixed. In a batch that was settled in part this holds for the payments of that part. The share lock keeps the batch as it is
-- until the change is stored, and blocks no other payment.
create function transaction_settled() returns trigger language plpgsql as $$
declare
  batch transactionbatch;
begin
  if (new.status_id, new.transaction_amount, new.auth_amount, new.authorized_amount, new.captured_amount, new.tax, new.tip_amount,
      new.subtotal_amount, new.surcharge_amount)
    is not distinct from
     (old.status_id, old.transaction_amount, old.auth_amount, old.authorized_amount, old.captured_amount, old.tax, old.tip_amount,
      old.subtotal_amount, old.surcharge_amount)
    and (new.doing is null or new.doing is not distinct from old.doing)
  then return new; end if;
  select * into batch from transactionbatch where id = old.transaction_batch_id and root_id = old.root_id for key share;
  if batch.processing_status_id = 1 then return new; end if;
  if batch.processing_status_id = 2
    or batch.processing_status_id = 5 and (batch.fixed_ts is not null or old.doing is null)
    or exists (select from settlement s
                where s.transactionbatch_id = batch.id and s.root_id = batch.root_id and s.state = 'settled'
                  and old.id > s.after_id and old.id <= s.to_id)
  then
    raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_settled',
      message = format('transaction %s is settled with batch %s', old.id, batch.id);
  end if;
  return new;
end
$$;
create trigger transaction_settled before update of status_id, transaction_amount, auth_amount, authorized_amount, captured_amount, tax, tip_amount,
  subtotal_amount, surcharge_amount, doing on transaction for each row
  when (old.transaction_batch_id is not null)
  execute function transaction_settled();

-- A payment joins a batch until its membership is fixed: who found it open may be storing the payment while it closes.
drop trigger transaction_joins_open on transaction;
drop function transaction_joins_open();
create function transaction_joins_open() returns trigger language plpgsql as $$
begin
  perform from transactionbatch
    where id = new.transaction_batch_id and root_id = new.root_id
      and (is_open or fixed_ts is null and processing_status_id in (5, 6) and old.transaction_batch_id is null)
      for key share;
  if not found then
    perform refuse_sum('transaction_joins_open', 'transaction', format('batch %s is closed', new.transaction_batch_id));
  end if;
  return new;
end
$$;

create trigger transaction_joins_open before update of transaction_batch_id on transaction for each row
  when (new.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_joins_open();

-- It stays in it, but for one that is being changed while its batch closes: that goes to the next, so that the others need not wait.
create function transaction_stays_in_batch() returns trigger language plpgsql as $$
begin
  if old.doing is not null and new.transaction_batch_id is not null then
    perform from transactionbatch
      where id = old.transaction_batch_id and root_id = old.root_id and processing_status_id = 5 and fixed_ts is null for key share;
    if found then return new; end if;
  end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_stays_in_batch',
    message = format('transaction %s belongs to batch %s', old.id, old.transaction_batch_id);
end
$$;
drop trigger transaction_stays_in_batch on transaction;
create trigger transaction_stays_in_batch before update of transaction_batch_id on transaction for each row
  when (old.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_stays_in_batch();

-- The membership is fixed once nobody is storing a payment of the batch (each holds a share lock of it) and none is being changed.
create function transactionbatch_fixes() returns trigger language plpgsql as $$
begin
  perform from transactionbatch where id = new.id and root_id = new.root_id for update;
  perform from transaction where transaction_batch_id = new.id and doing is not null;
  if not found and new.processing_status_id = 5 then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transactionbatch', constraint = 'transactionbatch_fixes',
    message = format('payments of batch %s can still change', new.id);
end
$$;
create trigger transactionbatch_fixes before update of fixed_ts on transactionbatch for each row
  when (old.fixed_ts is null and new.fixed_ts is not null)
  execute function transactionbatch_fixes();

-- What is asked for is what the payments of the range come to. Counted once, when the request is stored, and nobody waits for it.
create function settlement_adds_up() returns trigger language plpgsql as $$
declare
  own record;
begin
  select count(*) as orders, coalesce(sum(case status_id when 101 then captured_amount else -coalesce(auth_amount, 0) end), 0) as amount
    into own from transaction
   where transaction_batch_id = new.transactionbatch_id and id > new.after_id and id <= new.to_id and status_id in (101, 111);
  if (own.orders, own.amount) is not distinct from (new.orders, new.amount) then return new; end if;
  raise exception using errcode = 'check_violation', table = 'settlement', constraint = 'settlement_adds_up',
    message = format('%s payments of %s are asked for, and there are %s of %s', new.orders, new.amount, own.orders, own.amount);
end
$$;
create trigger settlement_adds_up before insert on settlement for each row execute function settlement_adds_up();

-- The totals of a batch that is being settled, or was, are those of its settlements: a sum over as many rows as it was sent in pieces.
create function batch_adds_up(batch_id varchar(36)) returns void language plpgsql as $$
declare
  batch transactionbatch;
  own record;
begin
  select * into batch from transactionbatch where id = batch_id;
  if batch.processing_status_id <> 2 and (batch.processing_status_id <> 5 or batch.fixed_ts is null) then return; end if;
  select count(*) as pieces, coalesce(sum(orders), 0) as orders, coalesce(sum(amount), 0) as amount
    into own from settlement where transactionbatch_id = batch_id and state in ('pending', 'settled');
  if (own.pieces > 0 or batch.processing_status_id = 2) and (own.orders, own.amount) is distinct from
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
