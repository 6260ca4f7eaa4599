-- What is asked of each new payment and attempt alone is asked once for all that a statement stores: groups and recurrings write up to fifty at
-- a time, and each look into another table by a function costs ten to twenty microseconds (decision 0046). A trigger that also follows changes of
-- some columns stays one of rows: PostgreSQL has no statement triggers for columns.
-- `offset 0` keeps each look one by key: PostgreSQL would join what is new with all of a table that it takes for small.
-- Locks: payments and attempts, for triggers and an index alone; no row is read.

-- As location_lives of 0240: by then the check of the foreign key has waited for whoever is deleting the location.
create function location_of_payments_lives() returns trigger language plpgsql as $$
declare
  place varchar(36);
begin
  select m.location_id into place from made m
    where not exists (
      select from location l where l.root_id = m.root_id and l.id = m.location_id and l.deleted_ts is null offset 0)
    limit 1;
  if not found then return null; end if;
  raise exception using errcode = 'foreign_key_violation', table = tg_table_name, constraint = 'transaction_location_id_fkey',
    message = format('insert on table "%s" violates "%s": location %s is deleted', tg_table_name, tg_name, place);
end
$$;
drop trigger transaction_location_lives on transaction;
create trigger transaction_location_lives after insert on transaction referencing new table as made
  for each statement execute function location_of_payments_lives();

-- As names_kept_number of 0093, which holds the account until the commit. A refund of a card needs no number.
create function payments_name_kept_numbers() returns trigger language plpgsql as $$
begin
  perform from made m
    where m.instrument_id is not null and not (m.payment_method = 'cc' and m.type_id = 30 and m.previous_transaction_id is not null)
      and not exists (
        select from instrument i where i.root_id = m.root_id and i.id = m.instrument_id and i.sealed is not null offset 0 for key share);
  if not found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('the number of the account that %s names is erased', tg_table_name);
end
$$;
drop trigger transaction_number_kept on transaction;
create trigger transaction_number_kept after insert on transaction referencing new table as made
  for each statement execute function payments_name_kept_numbers();

-- As before (0133): an attempt is of the account of its transaction, or takes back one of the account that it was first sent to.
drop trigger attempt_of_account on attempt;
drop function sent_to_account();
create function sent_to_accounts() returns trigger language plpgsql as $$
declare
  other varchar(36);
begin
  select m.id into other from made m
    where not exists (
        select from transaction t
          where t.id = m.transaction_id and t.root_id = m.root_id and t.processor_account_id = m.processor_account_id
          offset 0)
      and not exists (
        select from attempt a
          where m.purpose = 'reversal' and a.id = m.original and a.root_id = m.root_id and a.transaction_id = m.transaction_id
            and a.processor_account_id = m.processor_account_id
          offset 0)
    limit 1;
  if not found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('"%s" is violated: attempt %s is not of the account of its transaction', tg_name, other);
end
$$;
create trigger attempt_of_account after insert on attempt referencing new table as made
  for each statement execute function sent_to_accounts();

-- Order numbers are found by transaction_listed_by_order_num (0181), with and without a location.
drop index transaction_by_order_num;
