-- The settings of the last start as keyed hashes, so that a start can say which of them changed. No value is kept: some are secrets.
create table setting_mark (
  name       varchar(64) primary key,
  mark       varchar(64) not null,
  changed_ts bigint      not null
);
