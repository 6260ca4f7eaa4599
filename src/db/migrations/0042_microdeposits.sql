-- Two small credits to a stored bank account, and the debit of their sum: whoever can read the account can tell the amounts.
create table microdeposit (
  id                     varchar(36) primary key,
  root_id                varchar(36) not null,
  location_id            varchar(36) not null references location,
  account_vault_id       varchar(36) not null references accountvault,
  product_transaction_id varchar(36) not null references producttransaction,
  status                 text        not null,
  tries_left             integer     not null,
  settle_date            date,
  verified_ts            bigint,
  reason_code_id         integer,
  instrument_id          varchar(36) not null references instrument,
  first_amount           bigint      not null,
  second_amount          bigint      not null,
  originate_ts           bigint,
  arrive_ts              bigint,
  created_ts             bigint      not null,
  modified_ts            bigint      not null,
  created_user_id        varchar(36),
  modified_user_id       varchar(36),
  deleted_ts             bigint,
  constraint microdeposit_status check (status in ('pending', 'sent', 'verified', 'failed', 'returned')),
  -- The rules of Nacha: each credit below a dollar, the debit no more than both.
  constraint microdeposit_amounts check (
    first_amount between 1 and 99 and second_amount between 1 and 99 and first_amount <> second_amount),
  constraint microdeposit_tries check (tries_left between 0 and 3 and (status <> 'failed' or tries_left = 0)),
  constraint microdeposit_waits check ((status = 'pending') = (originate_ts is not null)),
  constraint microdeposit_sent check (status in ('pending', 'returned') or (settle_date is not null and arrive_ts is not null)),
  constraint microdeposit_verified check (status <> 'verified' or verified_ts is not null)
);

-- An account has one verification under way, and is verified once; one that was guessed at in vain is locked.
create unique index microdeposit_account_vault_key on microdeposit (account_vault_id)
  where status in ('pending', 'sent', 'verified', 'failed');
create index microdeposit_leaving on microdeposit (originate_ts) where originate_ts is not null;
create index microdeposit_by_instrument on microdeposit (instrument_id) where status = 'verified';
create index microdeposit_by_root on microdeposit (root_id, id) where deleted_ts is null;
create index microdeposit_by_location on microdeposit (location_id, id) where deleted_ts is null;

-- Which entries of bank files they are; what comes back of one is known by it.
create table microdeposit_entry (
  ach_entry_id    varchar(36) primary key,
  microdeposit_id varchar(36) not null references microdeposit
);
