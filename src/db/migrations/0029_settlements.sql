-- Every request to settle a batch, written down before it is sent; the id is the reference that was sent.
-- ask_ts is machine time (a lease), everything else is the gateway's clock.
create table settlement (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  transactionbatch_id varchar(36) not null references transactionbatch,
  processor           text        not null,
  state               text        not null,
  ask_ts              bigint      not null,
  asks                integer     not null default 0,
  message             varchar(512),
  created_ts          bigint      not null,
  ended_ts            bigint,
  constraint settlement_state check (state in ('pending', 'settled', 'error'))
);

-- A batch is settled by one request at a time.
create unique index settlement_open_key on settlement (transactionbatch_id) where state = 'pending';
create index settlement_due on settlement (ask_ts, id) where state = 'pending';
