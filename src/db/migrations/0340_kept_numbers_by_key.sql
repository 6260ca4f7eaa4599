-- The plan of a trigger is kept from when its tables were empty. No index serves "is not distinct from", so that the key is what is left to
-- find an instrument by; that of a merchant found all of them.
drop trigger transaction_number_kept on transaction;
drop function payments_name_kept_numbers();
create function payments_name_kept_numbers() returns trigger language plpgsql as $$
begin
  perform from made m
    where m.instrument_id is not null and not (m.payment_method = 'cc' and m.type_id = 30 and m.previous_transaction_id is not null)
      and not exists (
        select from instrument i where i.root_id is not distinct from m.root_id and i.id = m.instrument_id and i.sealed is not null
        offset 0 for key share);
  if not found then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('the number of the account that %s names is erased', tg_table_name);
end
$$;
create trigger transaction_number_kept after insert on transaction referencing new table as made
  for each statement execute function payments_name_kept_numbers();
