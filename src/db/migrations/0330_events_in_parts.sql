-- Events are going to lie in partitions of four weeks by their ids, as postbacks do in partitions of one (0260 to 0263, decision 0058). All
-- that is stored becomes the first of them, as it is: until the end of the four weeks of the newest id and of the day of this migration. This
-- check says so, and the next migration compares it with what is stored.
--
-- Locks: the trail is closed for the moment of the change.

-- How many weeks of a table a part has; null for a table that has no parts.
create function weeks_in_part(tab text) returns int immutable language sql as $$
  select case tab when 'event' then 4 when 'postback_log' then 1 when 'postback_attempt' then 1 end
$$;

-- The first id of a moment.
create function id_at(at_ts bigint) returns text immutable strict language sql as $$
  select lpad(to_hex(greatest(at_ts, 0) * 1000), 11, '0')
$$;

-- The first id of the part of a moment, some parts on. The first week of a part begins on a Monday (UTC).
create function id_of_part(tab text, at_ts bigint, parts int) returns text immutable strict language sql as $$
  select id_at((floor((at_ts - 345600) / (weeks * 604800.0))::bigint + parts) * weeks * 604800 + 345600) from weeks_in_part(tab) weeks
$$;

do $$
declare
  newest text;
  ends_ts bigint;
begin
  select max(id) into newest from event;
  ends_ts := greatest(
    extract(epoch from clock_timestamp())::bigint,
    case when newest ~ '^[0-7][0-9a-f]{10}' then ('x0' || left(newest, 11))::bit(48)::bigint / 1000 end);
  execute format('alter table event add constraint event_first check (id < %L) not valid', id_of_part('event', ends_ts, 1));
end
$$;
