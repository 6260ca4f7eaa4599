-- Weeks are made ahead, and dropped when all of their rows are old. The role that serves owns no table, so these functions run as the owner.
-- None waits for a lock for longer than a fifth of a second, because everybody else would wait behind it: it returns -1 then, and is
-- tried again. Nothing is locked where nothing is to be done.

create function weeks_of(tab text) returns table (name text, starts text, ends text) stable language sql as $$
  select c.relname::text, coalesce(substring(bound from 'FROM \(''([0-9a-f]+)''\)'), ''), substring(bound from 'TO \(''([0-9a-f]+)''\)')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
   where i.inhparent = tab::regclass and bound <> 'DEFAULT'
$$;

-- Makes the weeks that are missing, from that of a moment on. Returns how many. A week of which the rest has rows already is not made.
create function make_weeks(tab text, now_ts bigint, ahead int) returns int
  language plpgsql security definer set lock_timeout = '200ms' as $$
declare
  made int := 0;
  first_id text;
  end_id text;
  week text;
  settings text;
  is_there boolean;
begin
  if tab not in ('postback_log', 'postback_attempt') then raise exception 'no weeks are made of %', tab; end if;
  for number in 0 .. ahead loop
    first_id := id_of_week(now_ts, number);
    end_id := id_of_week(now_ts, number + 1);
    continue when exists (select from weeks_of(tab) w where w.ends > first_id and w.starts < end_id);
    execute format('select exists (select from %I where id >= %L and id < %L)', tab || '_rest', first_id, end_id) into is_there;
    continue when is_there;
    week := tab || '_' || first_id;
    execute format('create table %I (like %I including defaults including constraints including indexes)', week, tab || '_rest');
    select array_to_string(reloptions, ', ') into settings from pg_class where oid = (tab || '_rest')::regclass;
    if settings is not null then execute format('alter table %I set (%s)', week, settings); end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', tab, week, first_id, end_id);
    made := made + 1;
  end loop;
  return made;
exception when lock_not_available then
  return -1;
end
$$;

-- Drops the oldest week of which every row is older than `before_ts`. Returns how many rows PostgreSQL took it to have, and null where there
-- is no such week. The few postbacks of it that are still to be sent move to the rest; a week with more of them stays for now.
create function drop_week(tab text, before_ts bigint) returns bigint
  language plpgsql security definer set lock_timeout = '200ms' as $$
declare
  before_id text := lpad(to_hex(before_ts * 1000), 11, '0');
  most_open constant int := 1000;
  open_ int := 0;
  week text;
  dropped bigint;
begin
  if tab not in ('postback_log', 'postback_attempt') then raise exception 'no weeks are dropped of %', tab; end if;
  for week in select name from weeks_of(tab) where ends <= before_id order by ends loop
    if tab = 'postback_log' then
      execute format('select count(*) from (select from %I where next_run_ts is not null limit %s) waiting', week, most_open + 1) into open_;
      continue when open_ > most_open;
    end if;
    select greatest(reltuples, 0) into dropped from pg_class where oid = week::regclass;
    execute format('alter table %I detach partition %I', tab, week);
    if tab = 'postback_log' then
      execute format('insert into %I select * from %I where next_run_ts is not null', tab, week);
    end if;
    execute format('drop table %I', week);
    return dropped;
  end loop;
  return null;
exception when lock_not_available then
  return -1;
end
$$;

-- What no week was made for is deleted row by row. Returns how many rows.
create function trim_rest(tab text, before_ts bigint, most int) returns bigint language plpgsql security definer as $$
declare
  gone bigint;
begin
  if tab not in ('postback_log', 'postback_attempt') then raise exception 'nothing is trimmed of %', tab; end if;
  execute format(
    'delete from %1$I where id in (select id from %1$I where id < %2$L and %3$s order by id limit %4$s)',
    tab || '_rest', lpad(to_hex(before_ts * 1000), 11, '0'),
    case when tab = 'postback_log' then 'next_run_ts is null' else 'true' end, most);
  get diagnostics gone = row_count;
  return gone;
end
$$;

revoke execute on function make_weeks, drop_week, trim_rest from public;
do $$ begin
  execute format('alter function make_weeks set search_path to %I, pg_temp', current_schema());
  execute format('alter function drop_week set search_path to %I, pg_temp', current_schema());
  execute format('alter function trim_rest set search_path to %I, pg_temp', current_schema());
end $$;
