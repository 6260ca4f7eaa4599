-- One row that every process writes every few seconds, to know whether a payment could be stored (G65).
--
-- Locks: none, the table is new.

create table write_probe (
  id         smallint primary key constraint write_probe_one check (id = 1),
  -- Machine time.
  written_ts bigint   not null
);
