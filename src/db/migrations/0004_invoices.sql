-- Quick invoices, what is attached to them, who looked at them, and the messages that leave.

create table quickinvoice (
  id                                varchar(36) primary key,
  root_id                           varchar(36) not null,
  location_id                       varchar(36) not null references location,
  title                             varchar(64) not null,
  due_date                          date        not null,
  item_list                         json        not null,
  cc_product_transaction_id         varchar(36) references producttransaction,
  ach_product_transaction_id        varchar(36) references producttransaction,
  contact_id                        varchar(36) references contact,
  customer_id                       varchar(64),
  dl_number                         varchar(50),
  dl_state                          varchar(2),
  dob_year                          varchar(4),
  ssn4                              varchar(4),
  email                             varchar(128),
  expire_date                       date,
  invoice_number                    varchar(64),
  item_header                       varchar(250),
  item_footer                       varchar(250),
  note                              varchar(200),
  allow_overpayment                 boolean     not null,
  allow_partial_pay                 boolean     not null,
  attach_files_to_email             boolean     not null,
  cell_phone                        varchar(10),
  send_text_to_pay                  boolean     not null,
  notification_days_before_due_date integer     not null,
  notification_days_after_due_date  integer     not null,
  notification_on_due_date          boolean     not null,
  send_email                        boolean     not null,
  quick_invoice_api_id              varchar(64),
  notification_email                varchar(640),
  status_id                         integer     not null,
  payment_status_id                 integer     not null,
  amount_due                        bigint      not null,
  remaining_balance                 bigint      not null,
  single_payment_min_amount         bigint      not null,
  single_payment_max_amount         bigint      not null,
  is_active                         boolean     not null,
  created_ts                        bigint      not null,
  modified_ts                       bigint      not null,
  created_user_id                   varchar(36),
  modified_user_id                  varchar(36),
  paid_amount                       bigint      not null,
  pending_amount                    bigint      not null,
  tag_ids                           text[]      not null,
  thanked_ts                        bigint,
  deleted_ts                        bigint,
  constraint quickinvoice_amounts check (amount_due > 0 and remaining_balance >= 0 and paid_amount >= 0 and pending_amount >= 0)
);

create index quickinvoice_by_root on quickinvoice (root_id, id) where deleted_ts is null;
create index quickinvoice_by_location on quickinvoice (location_id, id) where deleted_ts is null;
create index quickinvoice_by_contact on quickinvoice (contact_id) where deleted_ts is null and contact_id is not null;
create unique index quickinvoice_quick_invoice_api_id_key on quickinvoice (location_id, quick_invoice_api_id)
  where deleted_ts is null and quick_invoice_api_id <> '';

-- The content lies in the file store, under the record's id.
create table file (
  id               varchar(36)  primary key,
  root_id          varchar(36)  not null,
  resource_id      varchar(36)  not null,
  resource         text         not null,
  product_file_id  varchar(36),
  file_name        varchar(128) not null,
  file_extension   varchar(16),
  file_size_bytes  integer      not null,
  content_type     varchar(128) not null,
  created_ts       bigint       not null,
  modified_ts      bigint       not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  location_id      varchar(36)  not null references location,
  deleted_ts       bigint
);

create index file_by_root on file (root_id, id) where deleted_ts is null;
create index file_by_location on file (location_id, id) where deleted_ts is null;
create index file_by_resource on file (resource_id, id) where deleted_ts is null;

create table quick_invoice_view (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  quick_invoice_id varchar(36) not null references quickinvoice,
  remote_ip        varchar(45) not null,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  location_id      varchar(36) not null references location,
  deleted_ts       bigint
);

create index quick_invoice_view_by_root on quick_invoice_view (root_id, id) where deleted_ts is null;
create index quick_invoice_view_by_location on quick_invoice_view (location_id, id) where deleted_ts is null;
create index quick_invoice_view_by_invoice on quick_invoice_view (quick_invoice_id, id) where deleted_ts is null;

create table quick_invoice_setting (
  id                                        varchar(36) primary key,
  root_id                                   varchar(36) not null,
  location_id                               varchar(36) not null references location,
  default_allow_partial_pay                 boolean     not null,
  default_notification_on_due_date          boolean     not null,
  default_notification_days_after_due_date  integer     not null,
  default_notification_days_before_due_date integer     not null,
  created_ts                                bigint      not null,
  modified_ts                               bigint      not null,
  created_user_id                           varchar(36),
  modified_user_id                          varchar(36),
  deleted_ts                                bigint
);

create index quick_invoice_setting_by_root on quick_invoice_setting (root_id, id) where deleted_ts is null;
create unique index quick_invoice_setting_location_id_key on quick_invoice_setting (location_id) where deleted_ts is null;

create table email_blacklist (
  id               varchar(36)  primary key,
  root_id          varchar(36)  not null,
  email            varchar(128) not null,
  is_blacklisted   boolean      not null,
  detail           varchar(255),
  created_ts       bigint       not null,
  modified_ts      bigint       not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index email_blacklist_by_root on email_blacklist (root_id, id) where deleted_ts is null;
create unique index email_blacklist_email_key on email_blacklist (root_id, email) where deleted_ts is null;

create table sms_blacklist (
  id               varchar(36)  primary key,
  root_id          varchar(36)  not null,
  cell_phone       varchar(10)  not null,
  is_blacklisted   boolean      not null,
  detail           varchar(255),
  created_ts       bigint       not null,
  modified_ts      bigint       not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index sms_blacklist_by_root on sms_blacklist (root_id, id) where deleted_ts is null;
create unique index sms_blacklist_cell_phone_key on sms_blacklist (root_id, cell_phone) where deleted_ts is null;

-- Messages of the sandbox, which stay here instead of leaving. The id is that of the job that sent it.
create table outbox_message (
  id          varchar(36) primary key,
  kind        text        not null,
  recipient   text        not null,
  sender      text        not null,
  reply_to    text,
  subject     text,
  text        text        not null,
  html        text,
  attachments json        not null,
  reason      text        not null,
  location_id varchar(36) not null,
  created_ts  bigint      not null
);

create index outbox_message_by_time on outbox_message (created_ts, id);
create index outbox_message_by_recipient on outbox_message (recipient, created_ts);

-- Every payment form of a pay page carries a token of its own, which is stored together with the intent of its payment: the same form
-- sent twice can never pay twice. A form that was refused has no transaction.
create table page_attempt (
  page_id        varchar(36) not null,
  attempt        varchar(32) not null,
  transaction_id varchar(36),
  refusal        text,
  created_ts     bigint      not null,
  primary key (page_id, attempt)
);

-- How often somebody tried to pay lately, by address and by page: what is typed into a public form is guessed at by thieves.
create table page_try (
  who       text    not null,
  window_ts bigint  not null,
  tries     integer not null,
  primary key (who, window_ts)
);

create index page_try_by_age on page_try (window_ts);
