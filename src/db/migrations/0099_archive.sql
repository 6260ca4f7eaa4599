-- Old payments of settled batches can be moved out of the tables that every payment writes (decision 0034). The archive has the same columns,
-- none of the rules about change, because nothing of it ever changes, and no foreign keys but to itself: what its rows refer to was checked
-- while they lived, and stays.
--
-- Locks: each of the four tables is closed for the change of its triggers. The indexes are built on rows that few payments have.

create table archived_transaction (like transaction);
create table archived_attempt (like attempt);
create table archived_transactionhistory (like transactionhistory);
create table archived_transactionlevel3 (like transactionlevel3);
alter table archived_transaction add primary key (id, root_id);
alter table archived_attempt add primary key (id, root_id);
alter table archived_transactionhistory add primary key (id, root_id);
alter table archived_transactionlevel3 add primary key (id, root_id);
create index archived_transaction_by_batch on archived_transaction (transaction_batch_id, id) where transaction_batch_id is not null;
create index archived_attempt_by_transaction on archived_attempt (transaction_id, id);
create index archived_transactionhistory_by_transaction on archived_transactionhistory (transaction_id, id);
create index archived_transactionlevel3_by_transaction on archived_transactionlevel3 (transaction_id, id);
alter table archived_attempt add constraint archived_attempt_transaction_id_fkey
  foreign key (transaction_id, root_id) references archived_transaction (id, root_id);
alter table archived_transactionhistory add constraint archived_transactionhistory_transaction_id_fkey
  foreign key (transaction_id, root_id) references archived_transaction (id, root_id);
alter table archived_transactionlevel3 add constraint archived_transactionlevel3_transaction_id_fkey
  foreign key (transaction_id, root_id) references archived_transaction (id, root_id);

-- What can still change, and what an invoice, a link or a recurring counts, is not for the archive. A refund is there with its payment.
alter table archived_transaction
  add constraint archived_transaction_over check (
    payment_method = 'cc' and outcome in ('approved', 'declined') and doing is null and stuck_ts is null and refund_pending_amount = 0
    and quick_invoice_id is null and paylink_id is null and recurring_id is null),
  add constraint archived_transaction_previous_transaction_id_fkey
    foreign key (previous_transaction_id, root_id) references archived_transaction (id, root_id);

-- Each payment that goes is looked for in every key that names payments.
create index transaction_by_refunded on transaction (refunded_id) where refunded_id is not null;
create index terminalrun_by_transaction on terminalrun (transaction_id) where transaction_id is not null;
create index paylink_by_pending_transaction on paylink (pending_transaction_id) where pending_transaction_id is not null;
create index settlement_exception_by_transaction on settlement_exception (transaction_id);

-- A row is deleted only where the archive has it as it was, after the statement that deletes it. Each is looked up by its key: a join could
-- read all of the archive.
create function moved_to_archive() returns trigger language plpgsql as $$
declare
  left_behind text;
begin
  execute format(
    'select gone.id from gone
      where (select to_jsonb(kept) from %I kept where kept.id = gone.id and kept.root_id = gone.root_id)
            is distinct from to_jsonb(gone) limit 1', 'archived_' || tg_table_name) into left_behind;
  if left_behind is null then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('delete on table "%s" violates "%s": the archive does not have %s as it is', tg_table_name, tg_name, left_behind);
end
$$;

-- And the archive takes only what is nowhere else.
create function archived_once() returns trigger language plpgsql as $$
declare
  living text := substr(tg_table_name, length('archived_') + 1);
  still_there text;
begin
  execute format(
    'select come.id from come where (select true from %I here where here.id = come.id and here.root_id = come.root_id) limit 1',
    living) into still_there;
  if still_there is null then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('insert into table "%s" violates "%s": %s is in "%s"', tg_table_name, tg_name, still_there, living);
end
$$;

-- Nothing of a batch that is open or being settled.
create function archived_after_settling() returns trigger language plpgsql as $$
declare
  unsettled text;
begin
  select come.id into unsettled
    from come join transactionbatch b on b.id = come.transaction_batch_id and b.root_id = come.root_id
   where b.processing_status_id not in (2, 6) limit 1;
  if unsettled is null then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('"%s" is violated: the batch of transaction %s is not closed', tg_name, unsettled);
end
$$;

drop trigger transaction_stays on transaction;
create trigger transaction_stays before truncate on transaction
  for each statement execute function refuse_write('it is never removed');
drop trigger attempt_stays on attempt;
create trigger attempt_stays before truncate on attempt
  for each statement execute function refuse_write('it is never removed');
drop trigger transactionhistory_stays on transactionhistory;
create trigger transactionhistory_stays before update or truncate on transactionhistory
  for each statement execute function refuse_write('it can only be added to');

create trigger transaction_archived after delete on transaction referencing old table as gone
  for each statement execute function moved_to_archive();
create trigger attempt_archived after delete on attempt referencing old table as gone
  for each statement execute function moved_to_archive();
create trigger transactionhistory_archived after delete on transactionhistory referencing old table as gone
  for each statement execute function moved_to_archive();

create trigger archived_transaction_once after insert on archived_transaction referencing new table as come
  for each statement execute function archived_once();
create trigger archived_transaction_settled after insert on archived_transaction referencing new table as come
  for each statement execute function archived_after_settling();
create trigger archived_attempt_once after insert on archived_attempt referencing new table as come
  for each statement execute function archived_once();
create trigger archived_transactionhistory_once after insert on archived_transactionhistory referencing new table as come
  for each statement execute function archived_once();
create trigger archived_transactionlevel3_once after insert on archived_transactionlevel3 referencing new table as come
  for each statement execute function archived_once();

create trigger archived_transaction_stays before update or delete or truncate on archived_transaction
  for each statement execute function refuse_write('the archive stays as it is');
create trigger archived_attempt_stays before update or delete or truncate on archived_attempt
  for each statement execute function refuse_write('the archive stays as it is');
create trigger archived_transactionhistory_stays before update or delete or truncate on archived_transactionhistory
  for each statement execute function refuse_write('the archive stays as it is');
create trigger archived_transactionlevel3_stays before update or delete or truncate on archived_transactionlevel3
  for each statement execute function refuse_write('the archive stays as it is');

-- Whether nothing can happen to a payment any more, nor count it: it is old and decided, its batch is closed for as long, and nothing but its
-- refunds refers to it. Invoices, links and recurrings count their payments, so theirs stay; so do payments of which a device, a difference or
-- a person's decision speaks.
create function payment_is_over(payment transaction, before bigint) returns boolean stable language sql as $$
  select payment.payment_method = 'cc' and payment.created_ts < before
     and payment.outcome in ('approved', 'declined') and payment.doing is null and payment.stuck_ts is null
     and payment.refund_pending_amount = 0
     and payment.quick_invoice_id is null and payment.paylink_id is null and payment.recurring_id is null
     and (payment.transaction_batch_id is null or exists (
           select from transactionbatch b
            where b.id = payment.transaction_batch_id and b.root_id = payment.root_id and b.processing_status_id in (2, 6)
              and coalesce(b.batch_close_ts, b.modified_ts) < before and b.continue_ts is null))
     and not exists (select from attempt a where a.transaction_id = payment.id and a.root_id = payment.root_id
                       and (a.state in ('pending', 'unknown') or a.stuck_ts is not null))
     and not exists (select from intervention i where i.transaction_id = payment.id and i.root_id = payment.root_id)
     and not exists (select from discrepancy d where d.transaction_id = payment.id and d.root_id = payment.root_id)
     and not exists (select from settlement_exception e where e.transaction_id = payment.id and e.root_id = payment.root_id)
     and not exists (select from terminalrun r where r.transaction_id = payment.id and r.root_id = payment.root_id)
     and not exists (select from paylink l where l.pending_transaction_id = payment.id and l.root_id = payment.root_id)
     and not exists (select from recurring_run r where r.transaction_id = payment.id and r.root_id = payment.root_id)
$$;

-- Whether a payment can go to the archive: it and all that refer to it are over. Together with it go those that refer to it, so what refers to
-- another one does not go by itself, and what is referred to over more than one step stays.
create function payment_can_go(payment transaction, before bigint) returns boolean stable language sql as $$
  select payment.previous_transaction_id is null and payment_is_over(payment, before)
     and not exists (
       select from transaction later
        where later.previous_transaction_id = payment.id and later.root_id = payment.root_id
          and (not payment_is_over(later, before)
            or exists (select from transaction last where last.previous_transaction_id = later.id and last.root_id = later.root_id)))
$$;
