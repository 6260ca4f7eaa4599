-- What a process of the gateway cannot reach, so that an operator's command beside it can say so.
create table open_circuit (
  process_id  varchar(36)  not null,
  -- An account at a processor, or a processor as a whole.
  name        varchar(64)  not null,
  since_ts    bigint       not null,
  last_error  varchar(255),
  -- Machine time: a process that died does not say any more that it can reach it again.
  alive_until bigint       not null,
  primary key (process_id, name)
);
