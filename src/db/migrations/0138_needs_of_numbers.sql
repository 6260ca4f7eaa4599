-- What a number is needed for is asked for each number that ends, and again by the trigger that refuses to erase a needed one. In SQL the
-- function was planned anew at each call, so that 500 numbers took seconds, while their rows were locked; in PL/pgSQL it is planned once.
drop function instrument_need(instrument);
create function instrument_need(one instrument) returns text language plpgsql stable as $$
declare
  names varchar[];
begin
  perform from accountvault v where v.root_id = one.root_id and v.instrument_id = one.id and v.deleted_ts is null;
  if found then return 'stored account'; end if;
  perform from ticket t where t.root_id = one.root_id and t.instrument_id = one.id and t.used_ts is null;
  if found then return 'unused ticket'; end if;
  names := instrument_names(one);
  perform from transaction t
    where t.root_id = one.root_id and t.instrument_id = any (names)
      and (t.outcome in ('pending', 'unknown') or t.doing is not null or t.originate_ts is not null
        or t.status_id in (131, 132, 133, 135));
  if found then return 'open payment'; end if;
  perform from ach_entry e where e.root_id = one.root_id and e.instrument_id = one.id and e.state in ('presented', 'accepted');
  if found then return 'bank file'; end if;
  return null;
end
$$;
