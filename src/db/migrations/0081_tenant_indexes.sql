-- Builds the unique indexes that carry root_id beside those they replace; 0082 swaps them. (id, root_id) in this order: one index
-- finds a record by its id alone, holds new records at its end, and is what foreign keys of the form (root_id, x_id) refer to.
--
-- Locks: each table takes no writes from its turn until the commit; reads go on. Rehearsed as said in 0080: 19 seconds; payments took
-- no writes for 6 of them. The indexes of that database grew from 2.5 to 2.8 GB.

do $$
declare
  one record;
begin
  for one in
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
      from pg_index x
      join pg_class i on i.oid = x.indexrelid
      join pg_class c on c.oid = x.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'root_id'
     where c.relnamespace = current_schema()::regnamespace and x.indisunique and not a.attnum = any(x.indkey)
       -- The same for everybody, with an empty root_id.
       and c.relname not in (
         'reasoncode', 'terminalmanufacturer', 'terminalapplication', 'terminalcvm', 'scannermanufacturer', 'scannermodel')
       -- One queue for all merchants, whose tasks may belong to none; and what a bank sent back, which may fit no merchant's entry.
       and c.relname not in ('job', 'ach_item')
       -- Whoever shows a token shows nothing else, so its mark is unique among all merchants.
       and i.relname not in ('access_token_pkey', 'sign_on_code_pkey', 'oauth_code_pkey', 'oauth_token_pkey')
       -- A bank knows an entry by its trace number, and a file by its name, whoever is behind them.
       and i.relname not in ('ach_entry_trace_key', 'ach_file_name_key')
     order by c.relname, i.relname
  loop
    execute regexp_replace(
      regexp_replace(one.definition, '^CREATE UNIQUE INDEX \S+', format('create unique index %I', one.name || '_next')),
      '\)( WHERE .*)?$', ', root_id)\1');
  end loop;
end
$$;
