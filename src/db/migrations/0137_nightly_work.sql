-- Upkeep is done at night, by one process, and what came of it can be looked up: when it began last, when it came to its end, how many rows
-- it deleted or moved, and why it did not. lease_until is machine time.
create table nightly_work (
  name        varchar(64)  primary key,
  next_ts     bigint       not null,
  lease_until bigint       not null,
  ended_ts    bigint,
  done        bigint,
  problem     varchar(255)
);

-- Jobs that were given up are few, and are deleted some months later, the oldest first.
create index job_given_up on job (failed_ts, id) where failed_ts is not null;

-- Runs at terminals are deleted when they are over. An open one is a payment that may have been taken.
create index terminalrun_by_end on terminalrun (ended_ts, id) where ended_ts is not null;
create trigger terminalrun_stays before delete on terminalrun for each row
  when (old.ended_ts is null) execute function refuse_write('its outcome is open');
