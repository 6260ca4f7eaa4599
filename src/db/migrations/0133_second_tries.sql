-- A payment that its processor certainly did not make may be tried once at another product of the merchant (decision 0038): it moves to
-- that product's account, and keeps the product that was asked first. What was sent stays with the account it was sent to.
--
-- Locks: transaction and attempt are closed for the change of their columns, keys and triggers, which writes no row; two partial indexes are
-- built anew and one is added, a scan of each table (about a second for a million rows).

alter table transaction add column first_product_transaction_id varchar(36);
alter table archived_transaction add column first_product_transaction_id varchar(36);
alter table transaction
  add constraint transaction_first_product_transaction_id_fkey foreign key (root_id, first_product_transaction_id)
    references producttransaction (root_id, id) not valid,
  add constraint transaction_second_differs check (
    first_product_transaction_id is null
    or first_product_transaction_id <> product_transaction_id and payment_method = 'cc' and type_id in (20, 21)) not valid;
alter table transaction validate constraint transaction_first_product_transaction_id_fkey;
alter table transaction validate constraint transaction_second_differs;

-- The same payment again begins at the product that was asked first, so it is compared there.
drop index transaction_dup_key;
create unique index transaction_dup_key
  on transaction ((coalesce(first_product_transaction_id, product_transaction_id)), dup_key, root_id) where dup_key is not null;

drop trigger transaction_place on transaction;
create trigger transaction_place before update of id, root_id, location_id, product_transaction_id, processor_account_id,
  first_product_transaction_id, payment_method, type_id, previous_transaction_id, recurring_id, paylink_id on transaction for each row
  when ((new.id, new.root_id, new.location_id, new.payment_method, new.type_id, new.previous_transaction_id, new.recurring_id)
    is distinct from
        (old.id, old.root_id, old.location_id, old.payment_method, old.type_id, old.previous_transaction_id, old.recurring_id)
    -- It moves once, before its outcome is known.
    or (new.product_transaction_id, new.processor_account_id, new.first_product_transaction_id)
      is distinct from (old.product_transaction_id, old.processor_account_id, old.first_product_transaction_id)
      and not (old.first_product_transaction_id is null and new.first_product_transaction_id is not distinct from old.product_transaction_id
        and old.outcome = 'pending' and new.outcome = 'pending')
    -- A payment that is kept leaves a link that was paid by another one meanwhile.
    or new.paylink_id is distinct from old.paylink_id
      and not (new.paylink_id is null and old.status_id = 301 and new.status_id <> 301))
  execute function refuse_write('whose money it is and what for stays as it was');

-- Never a second try while anything about the first one is open, nor after an answer that another processor cannot change.
create function tried_elsewhere() returns trigger language plpgsql as $$
begin
  perform from attempt a
    where a.transaction_id = new.id and a.root_id = new.root_id and a.processor_account_id = old.processor_account_id
      and a.purpose = 'order' and a.state = 'declined' and a.decline_class = 'soft' and a.told_ts is null and a.watch_ts is null
      and not exists (
        select from attempt b where b.transaction_id = new.id and b.root_id = new.root_id and b.id <> a.id);
  if found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('"%s" is violated: what became of transaction %s at its first processor does not allow a second try', tg_name, new.id);
end
$$;
create trigger transaction_tried_elsewhere after update of processor_account_id on transaction for each row
  when (new.processor_account_id <> old.processor_account_id) execute function tried_elsewhere();

-- What is sent about a payment goes to its account. What was approved at the account that a payment has left goes back there.
alter table attempt
  drop constraint attempt_transaction_id_fkey,
  add constraint attempt_transaction_id_fkey foreign key (root_id, transaction_id) references transaction (root_id, id) not valid;
alter table attempt validate constraint attempt_transaction_id_fkey;
create function sent_to_account() returns trigger language plpgsql as $$
begin
  perform from transaction t
    where t.id = new.transaction_id and t.root_id = new.root_id and t.processor_account_id = new.processor_account_id;
  if found then return null; end if;
  perform from attempt a
    where new.purpose = 'reversal' and a.transaction_id = new.transaction_id and a.root_id = new.root_id
      and a.processor_account_id = new.processor_account_id and new.original = a.id;
  if found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('"%s" is violated: attempt %s is not of the account of transaction %s', tg_name, new.id, new.transaction_id);
end
$$;
create trigger attempt_of_account after insert on attempt for each row execute function sent_to_account();

-- A payment is sent to two processors at most. What is open at one of them is no business of the other.
create unique index attempt_second_key on attempt (transaction_id, root_id) where purpose = 'order' and id <> transaction_id;
drop index attempt_open_key;
create unique index attempt_open_key on attempt (transaction_id, processor_account_id, root_id) where state in ('pending', 'unknown');
