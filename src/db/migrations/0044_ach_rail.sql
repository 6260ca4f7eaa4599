-- Bank payments on their way through the bank: files, their entries, and what came back.

-- Trace numbers are counted for each bank that originates. They have seven digits, so after ten million a new cycle begins.
create table ach_odfi (
  odfi_id       varchar(8) primary key,
  next_sequence integer    not null default 1,
  cycle         integer    not null default 1,
  constraint ach_odfi_sequence check (next_sequence between 1 and 9999999)
);

-- A file for each product and window; in parts where there is very much. It is written from its entries, and its bytes are kept nowhere:
-- they hold account numbers. `sha256` says that a later writing is the same.
create table ach_file (
  id                     varchar(36)  primary key,
  root_id                varchar(36)  not null,
  location_id            varchar(36)  not null references location,
  product_transaction_id varchar(36)  not null references producttransaction,
  window_ts              bigint       not null,
  part                   integer      not null,
  name                   varchar(128) not null,
  facts                  json         not null,
  entry_count            integer      not null,
  debit_amount           bigint       not null,
  credit_amount          bigint       not null,
  sha256                 varchar(64)  not null,
  state                  text         not null,
  refusal                varchar(512),
  created_ts             bigint       not null,
  delivered_ts           bigint,
  answered_ts            bigint,
  constraint ach_file_state check (state in ('built', 'staged', 'delivered', 'acknowledged', 'refused')),
  constraint ach_file_amounts check (entry_count > 0 and debit_amount >= 0 and credit_amount >= 0)
);

create unique index ach_file_window_key on ach_file (product_transaction_id, window_ts, part);
create unique index ach_file_name_key on ach_file (name);
create index ach_file_waiting on ach_file (created_ts) where state in ('built', 'staged', 'delivered');

-- One presentment of a payment. What is said of the payer is what the file says, so that it can be written again; the account stays sealed.
create table ach_entry (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  ach_file_id      varchar(36) not null references ach_file,
  kind             text        not null,
  transaction_id   varchar(36) references transaction,
  instrument_id    varchar(36) not null references instrument,
  presentment      integer     not null,
  odfi_id          varchar(8)  not null references ach_odfi,
  cycle            integer     not null,
  sequence         integer     not null,
  batch_number     integer     not null,
  direction        text        not null,
  transaction_code varchar(2)  not null,
  sec_code         varchar(3)  not null,
  description      varchar(10) not null,
  mark             varchar(6),
  effective_date   date        not null,
  rdfi_id          varchar(8)  not null,
  amount           bigint      not null,
  individual_id    varchar(15) not null,
  individual_name  varchar(22) not null,
  payment_type     varchar(2),
  state            text        not null,
  settle_ts        bigint      not null,
  settled_ts       bigint,
  return_code      varchar(8),
  returned_ts      bigint,
  constraint ach_entry_kind check (kind in ('payment', 'micro_credit', 'micro_debit')),
  constraint ach_entry_direction check (direction in ('debit', 'credit')),
  constraint ach_entry_amount check (amount > 0),
  constraint ach_entry_presentment check (presentment between 1 and 3),
  constraint ach_entry_state check (state in ('presented', 'accepted', 'settled', 'returned', 'rejected', 'withdrawn')),
  constraint ach_entry_subject check ((kind = 'payment') = (transaction_id is not null)),
  constraint ach_entry_settled check (state <> 'settled' or settled_ts is not null),
  constraint ach_entry_return check ((state in ('returned', 'rejected')) = (return_code is not null))
);

create unique index ach_entry_trace_key on ach_entry (odfi_id, sequence, cycle);
-- A payment is with the bank once at a time, and each of its presentments stands once: of files that were refused it is in the next.
create unique index ach_entry_living_key on ach_entry (transaction_id) where state in ('presented', 'accepted');
create unique index ach_entry_presentment_key on ach_entry (transaction_id, presentment) where state <> 'withdrawn';
create index ach_entry_by_file on ach_entry (ach_file_id, sequence);
create index ach_entry_by_transaction on ach_entry (transaction_id);
create index ach_entry_due on ach_entry (settle_ts) where state = 'accepted';

-- What the bank sent back for one entry. `ach_entry_id` is null for what fits none: a person has to look, nothing is guessed.
-- Corrected account numbers are not kept here; they go under the seal of the vault, or stay in the bank's file.
create table ach_item (
  id             varchar(36)  primary key,
  root_id        varchar(36),
  ach_entry_id   varchar(36)  references ach_entry,
  kind           text         not null,
  code           varchar(3)   not null,
  original_trace varchar(15)  not null,
  trace_number   varchar(15)  not null,
  rdfi_id        varchar(8)   not null,
  amount         bigint       not null,
  file_name      varchar(255) not null,
  state          text         not null,
  note           varchar(255),
  created_ts     bigint       not null,
  constraint ach_item_kind check (kind in ('return', 'change')),
  constraint ach_item_state check (state in ('applied', 'unmatched', 'ignored')),
  constraint ach_item_entry check (state <> 'applied' or ach_entry_id is not null)
);

-- A file that is read twice says nothing new.
create unique index ach_item_once_key on ach_item (kind, code, original_trace, trace_number, rdfi_id, amount);
create index ach_item_unmatched on ach_item (created_ts) where state = 'unmatched';

-- When a bank payment leaves; those that wait already leave with the next file.
alter table transaction add column originate_ts bigint;
update transaction set originate_ts = 0 where status_id in (131, 135);
create index transaction_leaving on transaction (originate_ts) where originate_ts is not null and doing is null;

alter table accountvault add column blocked_reason_id integer;

-- A bank account that its bank has corrected, and what stands for it since; both under the seal of the vault. Later entries take the latter,
-- also those of payments that name the former.
create table ach_correction (
  instrument_id varchar(36) primary key references instrument,
  corrected_id  varchar(36) not null unique references instrument,
  created_ts    bigint      not null,
  constraint ach_correction_differs check (instrument_id <> corrected_id)
);
