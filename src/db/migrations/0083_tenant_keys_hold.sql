-- Compares all that is stored with the foreign keys of 0082. A record that names another merchant's stops it here, by the name of the
-- key: such a database has to be looked at by a person before the gateway starts.
--
-- Locks: reads and writes go on; only other changes of the schema have to wait. Rehearsed as said in 0080: 11 seconds, in which no
-- statement waited longer than 75 milliseconds.

do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as table_name, conname as name
      from pg_constraint
     where connamespace = current_schema()::regnamespace and contype = 'f' and not convalidated
     order by conrelid::regclass::text, conname
  loop
    execute format('alter table %s validate constraint %I', one.table_name, one.name);
  end loop;
end
$$;
