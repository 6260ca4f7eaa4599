-- A run whose terminal is lost is ended by a person. What became of its payment is the processor's to say, so it has no result of its own.
alter table terminalrun add column abandoned_ts bigint;

alter table terminalrun drop constraint terminalrun_ended;
alter table terminalrun add constraint terminalrun_ended check (
  (status = 'ended') = (ended_ts is not null)
  and (status = 'ended') = (result is not null or abandoned_ts is not null));
