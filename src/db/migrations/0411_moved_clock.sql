-- When the sandbox's clock was last moved, in machine time: what a move makes due has not had the time to be done yet.
--
-- Locks: none that lasts.

alter table sandbox_clock add column moved_ts bigint;
