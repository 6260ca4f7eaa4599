-- Orders that were given up as never seen, at a processor that cannot rule them out: looked for again for some days.
-- watch_ts is machine time; null where nothing has to be looked for.
alter table attempt add column watch_ts bigint;
alter table attempt add column looks integer not null default 0;

create index attempt_watched on attempt (watch_ts, id) where watch_ts is not null;
