-- Processes that wait for terminals: one heartbeat each, however many runs they carry.

create table terminalholder (
  id          varchar(36) primary key,
  -- Machine time: from then on the runs it held may be carried on by others.
  alive_until bigint not null
);

alter table terminalrun add column holder varchar(36);
create index terminalrun_held on terminalrun (holder) where ended_ts is null;
