-- Counts what changes the places of records in a list other than new ones at its end: records that were deleted, moved or archived, and ones
-- with an id of some time ago. As long as the sum is the same, the n-th oldest record is the same one, and pages far down a list are found
-- from there.
--
-- Locks: none that lasts; the column is added without rewriting the table.

alter table tally add column moves bigint not null default 0;
