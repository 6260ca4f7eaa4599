-- Postbacks and their attempts are going to lie in partitions by the week of their ids (decision 0058). All that is stored becomes the
-- first of them, as it is: until the end of the week that follows the newest id and the day of this migration. This check says so, and
-- the next migration compares it with what is stored.
--
-- An attempt no longer has a key to its postback: a key between partitioned tables would have all attempts read under a lock that stops
-- every delivery whenever a week is dropped. Both are written by one transaction, and are forgotten by age.
--
-- Locks: both tables are closed for the moment of the change.

alter table postback_attempt drop constraint postback_attempt_postback_log_id_fkey;

-- The first id of the week of a moment, some weeks on. Weeks begin on Mondays (UTC).
create function id_of_week(at_ts bigint, weeks int) returns text immutable strict language sql as $$
  select lpad(to_hex((floor((at_ts - 345600) / 604800.0)::bigint * 604800 + 345600 + weeks * 604800) * 1000), 11, '0')
$$;

do $$
declare
  tab text;
  newest text;
  ends_ts bigint;
begin
  foreach tab in array array['postback_log', 'postback_attempt'] loop
    execute format('select max(id) from %I', tab) into newest;
    ends_ts := greatest(
      extract(epoch from clock_timestamp())::bigint,
      case when newest ~ '^[0-7][0-9a-f]{10}' then ('x0' || left(newest, 11))::bit(48)::bigint / 1000 end);
    execute format('alter table %I add constraint %I check (id < %L) not valid', tab, tab || '_first', id_of_week(ends_ts, 1));
  end loop;
end
$$;
