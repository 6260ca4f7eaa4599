-- One request at a terminal each, from the order to what became of it. The HTTP answer is a view of it.

create table terminalrun (
  id                     varchar(36) primary key,
  root_id                varchar(36) not null,
  location_id            varchar(36) not null references location,
  terminal_id            varchar(36) not null references terminal,
  action                 text        not null,
  status                 text        not null,
  result                 text,
  step                   text,
  message                varchar(255),
  transaction_amount     bigint,
  transaction_api_id     varchar(64),
  contact_id             varchar(36) references contact,
  product_transaction_id varchar(36) references producttransaction,
  transaction_id         varchar(36) references transaction,
  account_vault_id       varchar(36) references accountvault,
  cancel_ts              bigint,
  deadline_ts            bigint      not null,
  ended_ts               bigint,
  details                json        not null,
  request_mark           varchar(64) not null,
  -- Machine time, not the gateway's: until then nobody else carries the run on.
  lease_until            bigint      not null,
  asks                   integer     not null,
  created_ts             bigint      not null,
  modified_ts            bigint      not null,
  created_user_id        varchar(36),
  modified_user_id       varchar(36),
  deleted_ts             bigint,
  constraint terminalrun_status check (status in ('running', 'unknown', 'ended')),
  constraint terminalrun_result check (result in ('approved', 'declined', 'failed')),
  constraint terminalrun_ended check ((status = 'ended') = (ended_ts is not null) and (status = 'ended') = (result is not null))
);

-- A terminal serves one customer at a time.
create unique index terminalrun_busy_key on terminalrun (terminal_id) where ended_ts is null;
-- The caller's own id joins a run instead of starting another; one that failed took nothing, so its id is free again.
create unique index terminalrun_transaction_api_id_key on terminalrun (location_id, transaction_api_id)
  where transaction_api_id <> '' and deleted_ts is null and result is distinct from 'failed';
create index terminalrun_open on terminalrun (lease_until, id) where ended_ts is null;
create index terminalrun_by_root on terminalrun (root_id, id) where deleted_ts is null;
create index terminalrun_by_location on terminalrun (location_id, id) where deleted_ts is null;
create index terminalrun_by_terminal on terminalrun (terminal_id, id);
