-- Locations can be deleted (decision 0054): marked like other records, once nothing is left in them that money, people or payers depend on.
-- Locks: nine tables, for triggers alone.

-- What keeps a location from being deleted. Each line looks into an index by location; the last ones follow what is still open, which is little.
create function in_the_way_of_location(place varchar(36), tree varchar(36)) returns setof text language sql stable as $$
  select 'root' where place = tree
  union all select 'locations' where exists (
    select from location where root_id = tree and parent_id = place and deleted_ts is null)
  union all select 'users' where exists (
    select from "user" where root_id = tree and primary_location_id = place and deleted_ts is null)
  union all select 'products' where exists (
    select from producttransaction where root_id = tree and location_id = place and active and deleted_ts is null)
  union all select 'accounts' where exists (
    select from accountvault where root_id = tree and location_id = place and deleted_ts is null)
  union all select 'recurrings' where exists (
    select from recurring where root_id = tree and location_id = place and status <> 'ended' and deleted_ts is null)
  union all select 'batches' where exists (
    select from transactionbatch
     where root_id = tree and location_id = place and deleted_ts is null and (is_open or processing_status_id in (1, 3, 4, 5)))
  union all select 'payments' where exists (
    -- Authorized, or on its way to a bank.
    select from transaction
     where root_id = tree and location_id = place and deleted_ts is null and status_id in (0, 102, 131, 132, 133, 135))
    or exists (
    select from attempt a join transaction t on t.root_id = a.root_id and t.id = a.transaction_id
     where a.state in ('pending', 'unknown') and t.root_id = tree and t.location_id = place)
    or exists (
    -- In a batch of another location's product.
    select from transactionbatch b join transaction t on t.root_id = b.root_id and t.transaction_batch_id = b.id
     where b.root_id = tree and (b.is_open or b.processing_status_id in (1, 3, 4, 5)) and t.location_id = place)
    or exists (
    -- Of another location, by a product of this one, whose name banks and files still need.
    select from transaction
     where root_id = tree and location_id in (select id from location where root_id = tree) and deleted_ts is null
       and status_id in (0, 102, 131, 132, 133, 135)
       and product_transaction_id in (select id from producttransaction where root_id = tree and location_id = place))
    or exists (
    select from microdeposit m join producttransaction p on p.root_id = m.root_id and p.id = m.product_transaction_id
     where m.originate_ts is not null and p.root_id = tree and p.location_id = place)
  union all select 'terminals' where exists (
    select from terminalrun where root_id = tree and location_id = place and ended_ts is null)
$$;

create function refuse_end_of_location() returns trigger language plpgsql as $$
begin
  -- Whoever adds something to a location holds a key-share lock on it until the commit; changing a row alone waits for none of them.
  perform from location where id = new.id for update;
  perform from in_the_way_of_location(new.id, new.root_id);
  if found then
    raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
      message = format('location %s violates "%s": it is in use', new.id, tg_name);
  end if;
  return new;
end
$$;
create trigger location_empty before update of deleted_ts on location for each row
  when (old.deleted_ts is null and new.deleted_ts is not null) execute function refuse_end_of_location();

-- A deleted location gets nothing new. The check of the foreign key, which runs before (triggers run in the order of their names), waits for whoever
-- is deleting it. Refused as that key would: to the caller there is no such location.
create function location_lives() returns trigger language plpgsql as $$
declare
  place varchar(36);
begin
  if tg_argv[0] = 'location_id' then place := new.location_id;
  elsif tg_argv[0] = 'primary_location_id' then place := new.primary_location_id;
  else place := new.parent_id;
  end if;
  perform from location where id = place and deleted_ts is null;
  if not found and place is not null then
    raise exception using errcode = 'foreign_key_violation', table = tg_table_name,
      constraint = format('%s_%s_fkey', tg_table_name, tg_argv[0]),
      message = format('%s on table "%s" violates "%s": location %s is deleted', lower(tg_op), tg_table_name, tg_name, place);
  end if;
  return null;
end
$$;
create trigger location_location_lives after insert or update of parent_id on location for each row
  when (new.deleted_ts is null) execute function location_lives('parent_id');
create trigger user_location_lives after insert or update of primary_location_id on "user" for each row
  when (new.deleted_ts is null) execute function location_lives('primary_location_id');
create trigger producttransaction_location_lives after insert or update of active, location_id on producttransaction for each row
  when (new.active) execute function location_lives('location_id');
create trigger accountvault_location_lives after insert or update of location_id on accountvault for each row
  when (new.deleted_ts is null) execute function location_lives('location_id');
create trigger recurring_location_lives after insert or update of location_id on recurring for each row
  when (new.deleted_ts is null) execute function location_lives('location_id');
create trigger quickinvoice_location_lives after insert or update of location_id on quickinvoice for each row
  when (new.deleted_ts is null) execute function location_lives('location_id');
create trigger paylink_location_lives after insert or update of location_id on paylink for each row
  when (new.deleted_ts is null) execute function location_lives('location_id');
create trigger transaction_location_lives after insert on transaction for each row
  execute function location_lives('location_id');
create trigger terminalrun_location_lives after insert on terminalrun for each row
  execute function location_lives('location_id');
