-- The role that serves may add to the audit trail and read it, and nothing else (src/db/serving-role.ts). Old events are deleted by this
-- function, which runs as the owner of the tables: whole links from the start of a chain, and in a live installation never events of the
-- last twelve months, whoever calls it (PCI DSS 10.5.1; two days are left for clocks and time zones).
create function trim_audit(tree text, before bigint, now_ts bigint, most_links int, most_events int) returns table (event_id text)
  language plpgsql security definer as $$
declare
  trimmed text[];
begin
  if before > extract(epoch from clock_timestamp()) - 363 * 86400 and exists (select from installation where is_live) then
    raise exception 'events of the last twelve months stay';
  end if;
  perform set_config('tollgate.trimming', 'on', true);
  with next as (
    select position, event_ids from event_seal where root_id = tree and trimmed_ts is null order by position limit most_links),
  counted as (
    select *, sum(cardinality(event_ids)) over (order by position) - cardinality(event_ids) as ahead from next),
  first as (select * from counted where ahead < most_events),
  aged as (
    select position, exists (
             select from event e where e.root_id = tree and e.id = any(first.event_ids) and e.created_ts >= before) as is_young
      from first),
  done as (
    update event_seal s set trimmed_ts = now_ts
     where root_id = tree
       and position in (select position from aged
                         where position < coalesce((select min(position) from aged where is_young), 9223372036854775807))
    returning event_ids)
  select array_agg(id) into trimmed from done, unnest(event_ids) as id;
  delete from event where root_id = tree and id = any(trimmed);
  perform set_config('tollgate.trimming', 'off', true);
  return query select unnest(trimmed);
end
$$;

revoke execute on function trim_audit from public;
-- The temporary tables of a session would be found before ours.
do $$ begin execute format('alter function trim_audit set search_path to %I, pg_temp', current_schema()); end $$;
