-- Processor accounts are asked each by themselves (decision 0027): what is due is found by account, the oldest debt first, that is
-- reversals, then orders that were reported as failed, then the rest.
--
-- Locks: attempt takes no writes until the commit. Both indexes hold only what is open, so that they are built in one scan of the table.
drop index attempt_due;
create index attempt_due on attempt
  (processor_account_id, (case when purpose = 'reversal' then 0 when told_ts is not null then 1 else 2 end), ask_ts, id)
  where state in ('pending', 'unknown');

drop index attempt_watched;
create index attempt_watched on attempt (processor_account_id, watch_ts, id) where watch_ts is not null;
