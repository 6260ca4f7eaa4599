-- Every time this database was brought back from a backup. Until it was compared with what the processor knows, no gateway starts on it:
-- what happened since the backup is not in it.
create table restoration (
  id            varchar(36) primary key,
  -- The gateway's time of the backup and of the restore, and the machine's time of the comparison.
  taken_ts      bigint not null,
  restored_ts   bigint not null,
  reconciled_ts bigint
);
