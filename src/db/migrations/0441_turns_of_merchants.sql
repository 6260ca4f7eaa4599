-- Queues are served by merchants in turn (G42): the first entry of each merchant and task is found without a look at the
-- others.
--
-- Locks: writes of jobs and postbacks wait while the indexes are made, which hold what is open and nothing else.

create index job_turn on job (md5(coalesce(root_id, '')), task, run_at, id) where failed_ts is null;
create index job_held on job (leased_until) where leased_until is not null and failed_ts is null;
create index postback_log_raw_turn on postback_log (md5(root_id), place) where data is null and next_run_ts is not null;
