-- Locks: all postbacks and attempts are read once; reads and writes go on.
alter table postback_log validate constraint postback_log_first;
alter table postback_attempt validate constraint postback_attempt_first;
