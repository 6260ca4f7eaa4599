-- The vault: account numbers under seal, and the two nouns that stand for them.

-- One card or bank account as it came in. A row never changes, but for the key its seal is wrapped with. Only the vault reads it.
create table instrument (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  location_id         varchar(36) not null references location,
  payment_method      text        not null,
  sealed              text        not null,
  fingerprint         varchar(64) not null,
  first_six           varchar(6),
  last_four           varchar(4)  not null,
  account_type        varchar(32) not null,
  exp_date            varchar(4),
  account_holder_name varchar(64),
  is_company          boolean     not null,
  card_class          varchar(1),
  key_id              text        not null,
  created_ts          bigint      not null,
  constraint instrument_payment_method check (payment_method in ('cc', 'ach'))
);

create index instrument_by_fingerprint on instrument (root_id, fingerprint);

create table accountvault (
  id                     varchar(36) primary key,
  root_id                varchar(36) not null,
  payment_method         text        not null,
  location_id            varchar(36) not null references location,
  contact_id             varchar(36) references contact,
  title                  varchar(16),
  account_holder_name    varchar(32),
  exp_date               varchar(4),
  account_type           varchar(32),
  is_company             boolean,
  ach_sec_code           varchar(3),
  billing_address        varchar(32),
  billing_city           varchar(36),
  billing_state          varchar(2),
  billing_zip            varchar(10),
  billing_phone          varchar(10),
  account_vault_api_id   varchar(36),
  accountvault_c1        varchar(128),
  accountvault_c2        varchar(128),
  accountvault_c3        varchar(128),
  customer_id            varchar(50),
  dl_number              varchar(50),
  dl_state               varchar(2),
  dob_year               varchar(4),
  ssn4                   varchar(4),
  terms_agree            integer,
  terms_agree_ip         varchar(15),
  first_six              varchar(6),
  last_four              varchar(4)  not null,
  has_recurring          boolean     not null,
  active                 integer     not null,
  instrument_id          varchar(36) not null references instrument,
  product_transaction_id varchar(36) references producttransaction,
  created_ts             bigint      not null,
  modified_ts            bigint      not null,
  created_user_id        varchar(36),
  modified_user_id       varchar(36),
  deleted_ts             bigint
);

create index accountvault_by_root on accountvault (root_id, id) where deleted_ts is null;
create index accountvault_by_location on accountvault (location_id, id) where deleted_ts is null;
create index accountvault_by_contact on accountvault (contact_id, id) where deleted_ts is null;
create index accountvault_by_instrument on accountvault (instrument_id);
create unique index accountvault_account_vault_api_id_key on accountvault (location_id, account_vault_api_id)
  where deleted_ts is null and account_vault_api_id <> '';

create table ticket (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  location_id         varchar(36) not null references location,
  contact_id          varchar(36) references contact,
  ticket_number       varchar(9)  not null,
  account_holder_name varchar(32),
  exp_date            varchar(4)  not null,
  billing_street      varchar(32),
  billing_zip         varchar(10),
  first_six           varchar(6)  not null,
  last_four           varchar(4)  not null,
  account_type        varchar(32) not null,
  expire_ts           bigint      not null,
  used_ts             bigint,
  instrument_id       varchar(36) not null references instrument,
  created_ts          bigint      not null,
  modified_ts         bigint      not null,
  created_user_id     varchar(36),
  modified_user_id    varchar(36),
  deleted_ts          bigint
);

create index ticket_by_root on ticket (root_id, id) where deleted_ts is null;
create index ticket_by_location on ticket (location_id, id) where deleted_ts is null;
create index ticket_unused on ticket (expire_ts) where used_ts is null;
create unique index ticket_ticket_number_key on ticket (root_id, ticket_number) where used_ts is null;
