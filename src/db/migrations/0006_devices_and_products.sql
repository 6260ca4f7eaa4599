-- Devices of a location, the services it has, and what is kept beside its payments: signatures, notes, postback configurations.

-- Reference tables belong to everybody: their root_id is empty and so is their place in the tally.
create table terminalmanufacturer (
  id               integer     primary key,
  root_id          varchar(36) not null,
  title            varchar(32) not null,
  idtype           text        not null,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create table terminalapplication (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  title               varchar(48) not null,
  description         varchar(256),
  standalone          boolean     not null,
  emv_capable         boolean     not null,
  nfc_capable         boolean     not null,
  pin_capable         boolean     not null,
  print_capable       boolean     not null,
  msr_capable         boolean     not null,
  sig_capture_capable boolean     not null,
  mpos_terminal       boolean     not null,
  created_ts          bigint      not null,
  modified_ts         bigint      not null,
  created_user_id     varchar(36),
  modified_user_id    varchar(36),
  deleted_ts          bigint
);

create table terminalcvm (
  id                         varchar(36) primary key,
  root_id                    varchar(36) not null,
  terminal_manufacturer_code integer     not null references terminalmanufacturer,
  title                      varchar(32) not null,
  contact_data               varchar(256),
  contactless_data           varchar(256),
  created_ts                 bigint      not null,
  modified_ts                bigint      not null,
  created_user_id            varchar(36),
  modified_user_id           varchar(36),
  deleted_ts                 bigint
);

create table scannermanufacturer (
  id               integer     primary key,
  root_id          varchar(36) not null,
  title            varchar(64) not null,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create table scannermodel (
  id                      integer     primary key,
  root_id                 varchar(36) not null,
  title                   varchar(64) not null,
  scanner_manufacturer_id integer     not null references scannermanufacturer,
  created_ts              bigint      not null,
  modified_ts             bigint      not null,
  created_user_id         varchar(36),
  modified_user_id        varchar(36),
  deleted_ts              bigint
);

create table terminal (
  id                             varchar(36) primary key,
  root_id                        varchar(36) not null,
  location_id                    varchar(36) not null references location,
  terminal_manufacturer_id       integer     not null references terminalmanufacturer,
  terminal_application_id        varchar(36) not null references terminalapplication,
  title                          varchar(64) not null,
  serial_number                  varchar(24) not null,
  default_product_transaction_id varchar(36) references producttransaction,
  terminal_cvm_id                varchar(36) references terminalcvm,
  mac_address                    varchar(32),
  local_ip_address               varchar(45),
  port                           integer     not null,
  terminal_number                varchar(15),
  terminal_api_id                varchar(64),
  debit                          boolean     not null,
  emv                            boolean     not null,
  cashback_enable                boolean     not null,
  print_enable                   boolean     not null,
  sig_capture_enable             boolean     not null,
  tip_enable                     boolean     not null,
  is_provisioned                 boolean     not null,
  validated_decryption           boolean     not null,
  active                         boolean     not null,
  communication_type             text,
  header_line1                   varchar(32),
  header_line2                   varchar(32),
  header_line3                   varchar(32),
  header_line4                   varchar(32),
  header_line5                   varchar(32),
  trailer_line1                  varchar(32),
  trailer_line2                  varchar(32),
  trailer_line3                  varchar(32),
  trailer_line4                  varchar(32),
  trailer_line5                  varchar(32),
  default_checkin                date,
  default_checkout               date,
  default_room_rate              bigint,
  default_room_number            varchar(12),
  terminal_timeouts              json        not null,
  tip_percents                   json,
  last_registration_ts           bigint,
  created_ts                     bigint      not null,
  modified_ts                    bigint      not null,
  created_user_id                varchar(36),
  modified_user_id               varchar(36),
  deleted_ts                     bigint
);

create index terminal_by_root on terminal (root_id, id) where deleted_ts is null;
create index terminal_by_location on terminal (location_id, id) where deleted_ts is null;
create unique index terminal_terminal_api_id_key on terminal (location_id, terminal_api_id)
  where deleted_ts is null and terminal_api_id <> '';

create table scanner (
  id                      varchar(36) primary key,
  root_id                 varchar(36) not null,
  title                   varchar(24) not null,
  serial_number           varchar(24) not null,
  scanner_model_id        integer     not null references scannermodel,
  location_id             varchar(36) not null references location,
  active                  boolean     not null,
  created_ts              bigint      not null,
  modified_ts             bigint      not null,
  created_user_id         varchar(36),
  modified_user_id        varchar(36),
  scanner_manufacturer_id integer     not null references scannermanufacturer,
  deleted_ts              bigint
);

create index scanner_by_root on scanner (root_id, id) where deleted_ts is null;
create index scanner_by_location on scanner (location_id, id) where deleted_ts is null;

create table signature (
  id               varchar(36)    primary key,
  root_id          varchar(36)    not null,
  resource_id      varchar(36)    not null,
  resource         text           not null,
  signature        varchar(65536) not null,
  created_ts       bigint         not null,
  modified_ts      bigint         not null,
  location_id      varchar(36)    not null references location,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index signature_by_root on signature (root_id, id) where deleted_ts is null;
create index signature_by_location on signature (location_id, id) where deleted_ts is null;
create index signature_by_resource on signature (resource_id, id) where deleted_ts is null;

create table note (
  id                  varchar(36)    primary key,
  root_id             varchar(36)    not null,
  resource_id         varchar(36)    not null references contact,
  resource            text           not null,
  visibility_group_id varchar(36)    not null,
  note                varchar(16384) not null,
  created_ts          bigint         not null,
  modified_ts         bigint         not null,
  location_id         varchar(36)    not null references location,
  created_user_id     varchar(36),
  modified_user_id    varchar(36),
  deleted_ts          bigint
);

create index note_by_root on note (root_id, id) where deleted_ts is null;
create index note_by_location on note (location_id, id) where deleted_ts is null;
create index note_by_contact on note (resource_id, id) where deleted_ts is null;

create table product_file (
  id                         varchar(36) primary key,
  root_id                    varchar(36) not null,
  location_id                varchar(36) not null references location,
  title                      varchar(64) not null,
  free_bytes                 integer     not null,
  byte_increment             integer     not null,
  increment_cost             bigint      not null,
  monthly_fee                bigint      not null,
  max_file_size_bytes        integer     not null,
  product_file_credential_id varchar(36),
  container                  varchar(128),
  file_ext_allowed           varchar(256),
  active                     boolean     not null,
  created_ts                 bigint      not null,
  modified_ts                bigint      not null,
  created_user_id            varchar(36),
  modified_user_id           varchar(36),
  deleted_ts                 bigint
);

create index product_file_by_root on product_file (root_id, id) where deleted_ts is null;
create unique index product_file_location_id_key on product_file (location_id) where deleted_ts is null;

create table product_accountvault (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  location_id         varchar(36) not null references location,
  title               varchar(64) not null,
  billing_location_id varchar(36) not null references location,
  active              boolean     not null,
  created_ts          bigint      not null,
  modified_ts         bigint      not null,
  created_user_id     varchar(36),
  modified_user_id    varchar(36),
  deleted_ts          bigint
);

create index product_accountvault_by_root on product_accountvault (root_id, id) where deleted_ts is null;
create unique index product_accountvault_location_id_key on product_accountvault (location_id) where deleted_ts is null;

create table product_recurring (
  id                          varchar(36) primary key,
  root_id                     varchar(36) not null,
  location_id                 varchar(36) not null references location,
  title                       varchar(64) not null,
  billing_location_id         varchar(36) not null references location,
  send_declined_notifications boolean     not null,
  require_full_payment        boolean     not null,
  active                      boolean     not null,
  created_ts                  bigint      not null,
  modified_ts                 bigint      not null,
  created_user_id             varchar(36),
  modified_user_id            varchar(36),
  deleted_ts                  bigint
);

create index product_recurring_by_root on product_recurring (root_id, id) where deleted_ts is null;
create unique index product_recurring_location_id_key on product_recurring (location_id) where deleted_ts is null;

create table postbackconfig (
  id                         varchar(36)  primary key,
  root_id                    varchar(36)  not null,
  location_id                varchar(36)  not null references location,
  resource                   text         not null,
  on_create                  boolean      not null,
  on_update                  boolean      not null,
  on_delete                  boolean      not null,
  url                        varchar(512) not null,
  is_active                  boolean      not null,
  format                     text         not null,
  number_of_attempts         integer      not null,
  attempt_interval           integer      not null,
  expands                    varchar(512),
  product_transaction_id     varchar(36)  references producttransaction,
  basic_auth_username_sealed text,
  basic_auth_password_sealed text,
  created_ts                 bigint       not null,
  modified_ts                bigint       not null,
  created_user_id            varchar(36),
  modified_user_id           varchar(36),
  deleted_ts                 bigint
);

create index postbackconfig_by_root on postbackconfig (root_id, id) where deleted_ts is null;
create index postbackconfig_by_location on postbackconfig (location_id, id) where deleted_ts is null;
-- What the delivery of an event asks: who wants to hear of this noun at this location.
create index postbackconfig_by_resource on postbackconfig (location_id, resource) where deleted_ts is null and is_active;

insert into terminalmanufacturer (id, root_id, title, idtype, created_ts, modified_ts) values
  (1, '', 'PAX', 'sn', 1767225600, 1767225600),
  (2, '', 'Ingenico', 'sn', 1767225600, 1767225600),
  (3, '', 'Equinox', 'sn', 1767225600, 1767225600),
  (4, '', 'IDtech', 'sn', 1767225600, 1767225600),
  (5, '', 'MagTek', 'sn', 1767225600, 1767225600),
  (100, '', 'Virtual Device', 'sn', 1767225600, 1767225600);

insert into terminalapplication (id, root_id, title, description, standalone, emv_capable, nfc_capable, pin_capable,
  print_capable, msr_capable, sig_capture_capable, mpos_terminal, created_ts, modified_ts) values
  ('000000000000000000000101', '', 'Virtual device', 'A device on a screen that can capture signatures',
    false, true, true, true, true, true, true, false, 1767225600, 1767225600),
  ('000000000000000000000102', '', 'Virtual device without signature', 'A device on a screen that cannot capture signatures',
    false, true, true, true, true, true, false, false, 1767225600, 1767225600);

insert into terminalcvm (id, root_id, terminal_manufacturer_code, title, created_ts, modified_ts) values
  ('000000000000000000000201', '', 100, 'Signature, PIN or none', 1767225600, 1767225600);

insert into scannermanufacturer (id, root_id, title, created_ts, modified_ts) values
  (1, '', 'Generic', 1767225600, 1767225600);

insert into scannermodel (id, root_id, title, scanner_manufacturer_id, created_ts, modified_ts) values
  (1, '', 'Generic check scanner', 1, 1767225600, 1767225600);

-- Lists answer their totals from the tally, so what is stored without the engine has to be counted here.
insert into tally (noun, root_id, place, shard, records) values
  ('terminalmanufacturer', '', '', 0, 6),
  ('terminalapplication', '', '', 0, 2),
  ('terminalcvm', '', '', 0, 1),
  ('scannermanufacturer', '', '', 0, 1),
  ('scannermodel', '', '', 0, 1);
