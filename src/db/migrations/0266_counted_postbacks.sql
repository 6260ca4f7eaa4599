-- Postbacks and attempts are counted in their indexes alone.
--
-- Locks: writes of both tables wait while two indexes are built, about 2 seconds each for a million rows; reads go on.
drop index postback_log_by_root;
create index postback_log_by_root on postback_log (root_id, id) include (created_ts, deleted_ts);
drop index postback_attempt_by_root;
create index postback_attempt_by_root on postback_attempt (root_id, id) include (created_ts, deleted_ts);
