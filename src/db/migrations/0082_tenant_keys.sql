-- Primary, unique and foreign keys carry the merchant from here on: no record can name another merchant's, whatever code forgets.
--
-- Locks: every table is closed until the commit, but hardly a row is read: the indexes are there since 0081, and what is stored already
-- is compared in 0083. Rehearsed as said in 0080: 1 second, 2 with payments going on, one of which met a deadlock and was refused. Should
-- it be the migration that is refused, nothing of it is left, and the next start of the gateway runs it again.

do $$
declare
  one record;
  again text[] := '{}';
  statement text;
begin
  -- Every foreign key between two merchants' records, under the name it had.
  for one in
    select k.conrelid::regclass as table_name, k.conname as name, k.confrelid::regclass as target,
           (select string_agg(quote_ident(a.attname), ', ' order by c.place) from unnest(k.conkey) with ordinality as c (number, place)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number where a.attname <> 'root_id') as columns,
           (select string_agg(quote_ident(a.attname), ', ' order by c.place) from unnest(k.confkey) with ordinality as c (number, place)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.number where a.attname <> 'root_id') as target_columns,
           -- On delete, deferrable.
           regexp_replace(pg_get_constraintdef(k.oid), '^.*\)', '') as options
      from pg_constraint k
     where k.connamespace = current_schema()::regnamespace and k.contype = 'f'
       and exists (select from pg_attribute where attrelid = k.conrelid and attname = 'root_id')
       and exists (select from pg_attribute where attrelid = k.confrelid and attname = 'root_id')
       and not exists (select from pg_constraint e where e.conrelid = k.confrelid and e.conname like '%\_everybody')
     order by k.conrelid::regclass::text, k.conname
  loop
    execute format('alter table %s drop constraint %I', one.table_name, one.name);
    again := again || format('alter table %s add constraint %I foreign key (%s, %s) references %s (root_id, %s)%s%s not valid',
      one.table_name, one.name,
      case one.name when 'oauthgrant_oauthclient_id_fkey' then 'client_root_id' else 'root_id' end, one.columns,
      one.target, one.target_columns,
      -- Both or neither: what a bank sent back may fit no entry.
      case one.name when 'ach_item_ach_entry_id_fkey' then ' match full' else '' end, one.options);
  end loop;

  -- Follows from the primary key now.
  alter table producttransaction drop constraint producttransaction_tree_key;

  for one in
    select n.oid::regclass as next, regexp_replace(n.relname, '_next$', '') as name, x.indrelid::regclass as table_name, k.contype as kind
      from pg_class n
      join pg_index x on x.indexrelid = n.oid
      left join pg_constraint k on k.conrelid = x.indrelid and k.conname = regexp_replace(n.relname, '_next$', '')
     where n.relnamespace = current_schema()::regnamespace and n.relname like '%\_next'
  loop
    if one.kind is null then
      execute format('drop index %I', one.name);
      execute format('alter index %s rename to %I', one.next, one.name);
    else
      execute format('alter table %s drop constraint %I', one.table_name, one.name);
      execute format('alter table %s add constraint %I %s using index %s', one.table_name, one.name,
        case one.kind when 'p' then 'primary key' else 'unique' end, one.next);
    end if;
  end loop;

  foreach statement in array again loop
    execute statement;
  end loop;
end
$$;

-- A link is paid once, ever: as it was in 0055.
alter table transaction
  drop constraint transaction_paylink_paid_once,
  add constraint transaction_paylink_paid_once exclude using btree (paylink_id with =, root_id with =)
    where (paylink_id is not null and type_id in (20, 50) and outcome <> 'declined') deferrable initially deferred;

-- These named other records without a key.
alter table transaction add constraint transaction_terminal_id_fkey
  foreign key (root_id, terminal_id) references terminal (root_id, id) not valid;
alter table transactionhistory add constraint transactionhistory_location_id_fkey
  foreign key (root_id, location_id) references location (root_id, id) not valid;
alter table file add constraint file_product_file_id_fkey
  foreign key (root_id, product_file_id) references product_file (root_id, id) not valid;
