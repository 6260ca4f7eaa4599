-- Whether a database is a live one, so that a process of the other mode does not open it: a sandbox on a live database would have a simulator
-- approve real customers' payments. Live mode could not start before, so every database there is belongs to a sandbox.
--
-- Locks: one table of one row.
alter table installation add column is_live boolean not null default false;
