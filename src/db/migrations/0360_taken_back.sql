-- A processor takes back what it had approved: a refund fails after it succeeded, a void turns out not to have happened, a sale is not settled.
-- Each approval that is taken back is one row here, and only with that row may its transaction and its attempt go back.
--
-- Locks: triggers and functions of transaction and attempt are replaced; no row is read or written.

create table taken_back (
  id                  varchar(36) not null,
  root_id             varchar(36) not null,
  transaction_id      varchar(36) not null,
  attempt_id          varchar(36) not null,
  -- The step of the transaction; twice the same where it stays, as after a reversal that failed.
  from_status         integer     not null,
  to_status           integer     not null,
  -- Minor units that had been approved.
  amount              bigint      not null,
  -- The batch that was settled with it: the payment leaves that batch, and still counts in what was settled.
  transactionbatch_id varchar(36),
  created_ts          bigint      not null,
  primary key (id, root_id),
  constraint taken_back_attempt_key unique (root_id, attempt_id),
  constraint taken_back_amount check (amount >= 0),
  constraint taken_back_transaction_id_fkey foreign key (root_id, transaction_id) references transaction (root_id, id),
  constraint taken_back_attempt_id_fkey foreign key (root_id, attempt_id) references attempt (root_id, id),
  constraint taken_back_transactionbatch_id_fkey foreign key (root_id, transactionbatch_id) references transactionbatch (root_id, id)
);
create index taken_back_by_transaction on taken_back (transaction_id);
create index taken_back_by_batch on taken_back (transactionbatch_id) where transactionbatch_id is not null;
create trigger taken_back_stays before update or delete or truncate on taken_back
  for each statement execute function refuse_write('it can only be added to');

-- Whether the processor's word allows this step of a payment.
create function is_taken_back(payment transaction, to_status integer) returns boolean stable language sql as $$
  select exists (
    select from taken_back b
     where b.transaction_id = payment.id and b.root_id = payment.root_id
       and b.from_status = payment.status_id and b.to_status = is_taken_back.to_status)
$$;

insert into state_step (noun, from_state, to_state) values
  ('transaction', 101, 301), ('transaction', 111, 301),
  ('transaction', 201, 101), ('transaction', 201, 102), ('transaction', 201, 111), ('transaction', 201, 131)
  on conflict do nothing;

drop trigger transaction_moves on transaction;
drop function transaction_moves();
create function transaction_moves() returns trigger language plpgsql as $$
begin
  perform from state_step where noun = 'transaction' and from_state = old.status_id and to_state = new.status_id
    and case
      when old.status_id = 201 or old.status_id in (101, 111) and new.status_id = 301 then is_taken_back(old, new.status_id)
      when old.status_id <> 301 then true
      -- Only a payment that waits for a manager, and only by its override.
      when new.status_id = 201 then old.reason_code_id = 1663 and exists (
        select from transaction o where o.root_id = new.root_id and o.overrides_id = new.id)
      else exists (
        select from intervention i where i.root_id = new.root_id and i.transaction_id = new.id and i.resolution = 'kept')
    end;
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_moves',
    message = format('transaction %s cannot go from status %s to %s', old.id, old.status_id, new.status_id);
end
$$;
create trigger transaction_moves before update of status_id on transaction for each row
  when (new.status_id <> old.status_id) execute function transaction_moves();

-- `transaction_moves` decides about the ways out of 101, 111, 201 and 301; these guard everything else.
drop trigger transaction_outcome_stays on transaction;
create trigger transaction_outcome_stays before update of outcome on transaction for each row
  when (new.outcome <> old.outcome
    and (new.outcome = 'pending' or old.outcome not in ('pending', 'unknown')) and new.status_id not in (136, 331)
    and not (old.status_id = 301 and new.status_id <> 301)
    and not (old.status_id in (101, 111) and new.status_id = 301 and new.outcome = 'declined'))
  execute function refuse_write('what was approved or declined stays so');
drop trigger transaction_final on transaction;
create trigger transaction_final before update of transaction_amount, auth_amount, authorized_amount, captured_amount, tax, tip_amount,
  subtotal_amount, surcharge_amount on transaction for each row
  when ((old.outcome = 'declined' or old.status_id in (121, 136, 191, 201, 331))
    and not (old.status_id in (201, 301) and new.status_id <> old.status_id))
  execute function amounts_stay('final');

drop trigger transaction_settled on transaction;
drop function transaction_settled();
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
    -- What was settled is changed by its processor alone, and leaves its batch, which stays as it was settled.
    if new.status_id <> old.status_id and new.transaction_batch_id is distinct from old.transaction_batch_id
      and batch.processing_status_id <> 5 and is_taken_back(old, new.status_id)
    then return new; end if;
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
  -- What was settled with its batch is counted there for good, but for what the processor had left out.
  perform from taken_back b join transactionbatch own on own.id = old.transaction_batch_id and own.root_id = old.root_id
    where b.transaction_id = old.id and b.root_id = old.root_id and b.from_status = old.status_id and b.to_status = new.status_id
      and (b.transactionbatch_id = own.id or own.processing_status_id <> 2 or old.status_id = 201 or exists (
        select from settlement_exception e
         where e.transaction_id = old.id and e.root_id = old.root_id and e.transactionbatch_id = own.id and e.resolution = 'moved'));
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_stays_in_batch',
    message = format('transaction %s belongs to batch %s', old.id, old.transaction_batch_id);
end
$$;
create trigger transaction_stays_in_batch before update of transaction_batch_id on transaction for each row
  when (old.transaction_batch_id is not null and new.transaction_batch_id is distinct from old.transaction_batch_id)
  execute function transaction_stays_in_batch();

-- An approval becomes a decline, and what a reversal gave back becomes an approval again, by the processor's word alone.
drop trigger attempt_moves on attempt;
drop function attempt_moves();
create function attempt_moves() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) in (('pending', 'approved'), ('pending', 'declined'), ('pending', 'unknown'), ('unknown', 'approved'),
    ('unknown', 'declined'), ('declined', 'approved'), ('approved', 'reversed'))
  then return new; end if;
  perform from taken_back b
    where (old.state, new.state) = ('approved', 'declined') and b.root_id = new.root_id and b.attempt_id = new.id;
  if found then return new; end if;
  perform from attempt r join taken_back b on b.root_id = r.root_id and b.attempt_id = r.id
    where (old.state, new.state) = ('reversed', 'approved') and r.root_id = new.root_id and r.transaction_id = new.transaction_id
      and r.purpose = 'reversal' and r.original = new.id;
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'attempt', constraint = 'attempt_moves',
    message = format('attempt %s cannot go from %s to %s', old.id, old.state, new.state);
end
$$;
create trigger attempt_moves before update of state on attempt for each row
  when (new.state <> old.state) execute function attempt_moves();

-- What was taken back stays among the living, as what a person has decided does.
drop function payment_is_over(transaction, bigint);
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
     and not exists (select from taken_back b where b.transaction_id = payment.id and b.root_id = payment.root_id)
     and not exists (select from discrepancy d where d.transaction_id = payment.id and d.root_id = payment.root_id)
     and not exists (select from settlement_exception e where e.transaction_id = payment.id and e.root_id = payment.root_id)
     and not exists (select from terminalrun r where r.transaction_id = payment.id and r.root_id = payment.root_id)
     and not exists (select from paylink l where l.pending_transaction_id = payment.id and l.root_id = payment.root_id)
     and not exists (select from recurring_run r where r.transaction_id = payment.id and r.root_id = payment.root_id)
$$;
