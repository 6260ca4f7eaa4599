-- Parts of the trail are made and dropped by the functions of 0263, which know how many weeks a part of each table has. As before, none waits
-- for a lock for longer than a fifth of a second.
--
-- A part of the trail is dropped when all of it is over and its links are trimmed. A link that lies across its end stays as it is: its early
-- events move to the rest, until all of it is over.
--
-- Locks: seals and trimming wait while an index of the links is built, less than a second for those of a million events; nobody else does.

drop function id_of_week;
drop function make_weeks;
drop function drop_week;
drop function trim_rest;
drop function trim_audit;

create function oldest_of(ids text[]) returns text immutable strict parallel safe language sql as $$ select min(id) from unnest(ids) id $$;

-- Links that are not trimmed and have an event of before some id.
create index event_seal_oldest on event_seal (oldest_of(event_ids)) where trimmed_ts is null;

-- Makes the parts that are missing, from that of a moment on. Returns how many. A part of which the rest has rows already is not made.
create function make_weeks(tab text, now_ts bigint, ahead int) returns int
  language plpgsql security definer set lock_timeout = '200ms' as $$
declare
  made int := 0;
  first_id text;
  end_id text;
  part text;
  settings text;
  is_there boolean;
begin
  if weeks_in_part(tab) is null then raise exception 'no weeks are made of %', tab; end if;
  for number in 0 .. ahead loop
    first_id := id_of_part(tab, now_ts, number);
    end_id := id_of_part(tab, now_ts, number + 1);
    continue when exists (select from weeks_of(tab) w where w.ends > first_id and w.starts < end_id);
    execute format('select exists (select from %I where id >= %L and id < %L)', tab || '_rest', first_id, end_id) into is_there;
    continue when is_there;
    part := tab || '_' || first_id;
    execute format('create table %I (like %I including defaults including constraints including indexes)', part, tab || '_rest');
    select array_to_string(reloptions, ', ') into settings from pg_class where oid = (tab || '_rest')::regclass;
    if settings is not null then execute format('alter table %I set (%s)', part, settings); end if;
    if tab = 'event' then
      execute format('create trigger event_stays before update or delete or truncate on %I for each statement execute function audit_stays()', part);
    end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', tab, part, first_id, end_id);
    made := made + 1;
  end loop;
  return made;
exception when lock_not_available then
  return -1;
end
$$;

-- Whoever calls, a live installation keeps the events of the last twelve months (PCI DSS 10.5.1; two days are left for clocks and time zones).
create function keep_twelve_months(before_ts bigint) returns void language plpgsql as $$
begin
  if before_ts > extract(epoch from clock_timestamp()) - 363 * 86400 and exists (select from installation where is_live) then
    raise exception 'events of the last twelve months stay';
  end if;
end
$$;

-- The events of a part that links which lie across its end still stand for, more than `most` where there are more. Null where sealing or
-- trimming has yet to come there.
create function open_events(part text, first_id text, end_id text, most int) returns text[]
  language plpgsql stable set enable_seqscan = off as $$
declare
  sealed event_sealing;
  late bigint;
  link record;
  own text[];
  found_ text[] := '{}';
begin
  select * into sealed from event_sealing;
  if end_id > sealed.floor_id then
    execute format('select xid from %I where xid >= $1 and (xid, id) > ($1, $2) and id > $3 order by xid limit 1', part)
      into late using sealed.xid, sealed.event_id, sealed.floor_id;
    if late is not null then return null; end if;
  end if;
  for link in
    select event_ids from event_seal where trimmed_ts is null and oldest_of(event_ids) < end_id order by oldest_of(event_ids)
  loop
    own := array(select id from unnest(link.event_ids) id where id >= first_id and id < end_id);
    continue when own = '{}';
    if (select max(id) from unnest(link.event_ids) id) < end_id then return null; end if;
    found_ := found_ || own;
    exit when cardinality(found_) > most;
  end loop;
  return found_;
end
$$;

-- Drops the oldest part of which every row is older than `before_ts`. Returns how many rows PostgreSQL took it to have, and null where there
-- is no such part. The few rows of it that have to stay move to the rest: postbacks that are still to be sent, and events of links that lie
-- across its end. A part with more of them stays for now.
create function drop_week(tab text, before_ts bigint) returns bigint
  language plpgsql security definer set lock_timeout = '200ms' as $$
declare
  most constant int := case tab when 'event' then 5000 else 1000 end;
  part record;
  open_ int := 0;
  kept text[];
  dropped bigint;
begin
  if weeks_in_part(tab) is null then raise exception 'no weeks are dropped of %', tab; end if;
  if tab = 'event' then
    perform keep_twelve_months(before_ts);
    -- Who trims links at the moment (src/events/trim-events.ts) has not said yet which of them are trimmed.
    if not pg_try_advisory_xact_lock(7265103) then return -1; end if;
  end if;
  for part in select name, starts, ends from weeks_of(tab) where ends <= id_at(before_ts) order by ends loop
    if tab = 'postback_log' then
      execute format('select count(*) from (select from %I where next_run_ts is not null limit %s) waiting', part.name, most + 1) into open_;
    elsif tab = 'event' then
      open_ := cardinality(open_events(part.name, part.starts, part.ends, most));
    end if;
    continue when open_ is null or open_ > most;
    select greatest(reltuples, 0) into dropped from pg_class where oid = part.name::regclass;
    execute format('alter table %I detach partition %I', tab, part.name);
    if tab = 'postback_log' then
      execute format('insert into %I select * from %I where next_run_ts is not null', tab, part.name);
    elsif tab = 'event' then
      -- Once more, now that nobody else writes there.
      kept := open_events(part.name, part.starts, part.ends, most);
      if kept is null then raise exception using errcode = 'lock_not_available'; end if;
      execute format('insert into %I select * from %I where id = any($1)', tab, part.name) using kept;
    end if;
    execute format('drop table %I', part.name);
    return dropped;
  end loop;
  return null;
exception when lock_not_available then
  return -1;
end
$$;

-- What no week was made for is deleted row by row. Returns how many rows. Events are deleted with the links that stand for them.
create function trim_rest(tab text, before_ts bigint, most int) returns bigint language plpgsql security definer as $$
declare
  gone bigint;
begin
  if weeks_in_part(tab) is null or tab = 'event' then raise exception 'nothing is trimmed of %', tab; end if;
  execute format(
    'delete from %1$I where id in (select id from %1$I where id < %2$L and %3$s order by id limit %4$s)',
    tab || '_rest', id_at(before_ts), case when tab = 'postback_log' then 'next_run_ts is null' else 'true' end, most);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- Marks whole links from the start of a chain, up to the first with an event that is young enough to stay, and returns their events. What
-- lies in a part that is over goes with it, a moment later. Of the first part, until it is over, and of the rest events are deleted here.
-- Others that lie in a part stay as long as the youngest of it.
create function trim_audit(tree text, before bigint, now_ts bigint, most_links int, most_events int) returns table (event_id text)
  language plpgsql security definer as $$
declare
  trimmed text[];
  alone text[];
  lowest text;
  highest text;
begin
  perform keep_twelve_months(before);
  perform set_config('tollgate.trimming', 'on', true);
  with parts as materialized (
    select starts, ends, ends <= id_at(before) as is_over from weeks_of('event')),
  next as (
    select position, event_ids from event_seal where root_id = tree and trimmed_ts is null order by position limit most_links),
  counted as (
    select *, sum(cardinality(event_ids)) over (order by position) - cardinality(event_ids) as ahead from next),
  first as (select * from counted where ahead < most_events),
  aged as (
    select position, exists (
             select from unnest(first.event_ids) as own(id) left join parts on own.id >= starts and own.id < ends
              where case when is_over then false when starts <> '' then true
                         else exists (select from event e where e.id = own.id and e.root_id = tree and e.created_ts >= before) end) as is_young
      from first),
  done as (
    update event_seal s set trimmed_ts = now_ts
     where root_id = tree
       and position in (select position from aged
                         where position < coalesce((select min(position) from aged where is_young), 9223372036854775807))
    returning event_ids)
  select array_agg(id), array_agg(id) filter (where not exists (select from parts where is_over and id >= starts and id < ends))
    into trimmed, alone from done, unnest(event_ids) as id;
  if alone is not null then
    -- Between the first and the last id, so that not every part is asked for each.
    select min(id), max(id) into lowest, highest from unnest(alone) id;
    delete from event where root_id = tree and id = any(alone) and id >= lowest and id <= highest;
  end if;
  perform set_config('tollgate.trimming', 'off', true);
  return query select unnest(trimmed);
end
$$;

revoke execute on function make_weeks, drop_week, trim_rest, trim_audit from public;
-- The temporary tables of a session would be found before ours.
do $$ begin
  execute format('alter function make_weeks set search_path to %I, pg_temp', current_schema());
  execute format('alter function drop_week set search_path to %I, pg_temp', current_schema());
  execute format('alter function trim_rest set search_path to %I, pg_temp', current_schema());
  execute format('alter function trim_audit set search_path to %I, pg_temp', current_schema());
end $$;
