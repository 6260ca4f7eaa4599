-- Networks and countries of keys are forgotten one day. Rows of before count as used when the latest of them was learned.
--
-- Locks: key_place for a moment (the default is stored once, no row is written), and while its index is built.

do $$
begin
  execute format('alter table key_place add column used_ts bigint not null default %s',
                 (select coalesce(max(first_ts), 0) from key_place));
end
$$;
alter table key_place alter column used_ts drop default;
create index key_place_by_use on key_place (used_ts);
