-- What every noun stands on: the event log, jobs, totals, idempotency, and the tree of locations with its people.

create table event (
  id          varchar(36) primary key,
  root_id     varchar(36) not null,
  location_id varchar(36),
  noun        text        not null,
  record_id   varchar(36) not null,
  verb        text        not null,
  changes     json,
  user_id     varchar(36),
  method      text        not null,
  address     text,
  created_ts  bigint      not null
);

create index event_by_record on event (record_id, id);
create index event_by_time on event (root_id, created_ts);

create table job (
  id          varchar(36) primary key,
  task        text        not null,
  payload     jsonb       not null,
  key         text unique,
  run_at      bigint      not null,
  leased_until bigint,
  attempts    integer     not null default 0,
  last_error  text,
  failed_ts   bigint,
  root_id     varchar(36),
  created_ts  bigint      not null
);

create index job_due on job (run_at, id) where failed_ts is null;
alter table job set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);

-- How many living records each location holds. A sum over at most 64 shards replaces counting a million rows.
create table tally (
  noun    text        not null,
  root_id varchar(36) not null,
  place   varchar(36) not null,
  shard   integer     not null,
  records bigint      not null,
  primary key (noun, root_id, place, shard)
) with (fillfactor = 50);

-- Raised by every write of a noun whose rows are remembered between requests.
create table steady_version (
  root_id varchar(36) primary key,
  version bigint      not null
);

create table idempotency (
  id           varchar(36) primary key,
  user_id      varchar(36) not null,
  key          text        not null,
  request_mark text        not null,
  noun         text,
  record_id    varchar(36),
  status       integer,
  answer       text,
  leased_until bigint      not null,
  created_ts   bigint      not null,
  unique (user_id, key)
);

create index idempotency_by_age on idempotency (created_ts);

create table developer (
  id         text primary key,
  title      varchar(64) not null,
  active     boolean     not null default true,
  created_ts bigint      not null
);

create table branding_domain (
  id                           varchar(36) primary key,
  root_id                      varchar(36) not null,
  url                          varchar(64) not null,
  title                        varchar(64) not null,
  logo                         varchar(64),
  company_name                 varchar(32),
  support_email                varchar(64),
  allow_contact_signup         boolean not null,
  allow_contact_registration   boolean not null,
  allow_contact_login          boolean not null,
  registration_fields          text[]  not null,
  nav_color                    varchar(7),
  nav_logo                     varchar(256),
  fav_icon                     varchar(256),
  button_primary_color         varchar(7),
  logo_background_color        varchar(7),
  icon_background_color        varchar(7),
  menu_text_background_color   varchar(7),
  menu_text_color              varchar(7),
  right_menu_background_color  varchar(7),
  right_menu_text_color        varchar(7),
  button_primary_text_color    varchar(7),
  help_text                    text,
  email_reply_to               varchar(64),
  custom_javascript            varchar(2048),
  custom_theme                 varchar(48) not null,
  custom_css                   varchar(2048),
  created_ts                   bigint not null,
  modified_ts                  bigint not null,
  created_user_id              varchar(36),
  modified_user_id             varchar(36),
  deleted_ts                   bigint
);

create unique index branding_domain_url_key on branding_domain (root_id, lower(url)) where deleted_ts is null;

create table developercompany (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  title            varchar(64) not null,
  description      varchar(64),
  created_ts       bigint not null,
  modified_ts      bigint not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create table location (
  id                                varchar(36) primary key,
  root_id                           varchar(36) not null,
  parent_id                         varchar(36) references location,
  name                              varchar(64) not null,
  aba                               varchar(9),
  dda                               varchar(32),
  account_number                    varchar(32),
  address1                          varchar(32),
  address2                          varchar(32),
  city                              varchar(100),
  state                             varchar(100),
  zip_code                          varchar(10),
  office_phone                      varchar(10),
  office_ext_phone                  varchar(10),
  fax                               varchar(10),
  tz                                varchar(24) not null,
  branding_domain_id                varchar(36) not null references branding_domain,
  branding_domain_title             varchar(64),
  branding_domain_url               varchar(64),
  contact_email_trx_receipt_default boolean not null,
  default_ach                       varchar(36),
  default_cc                        varchar(36),
  developer_company_id              varchar(36) references developercompany,
  email_reply_to                    varchar(60),
  location_api_id                   varchar(36),
  location_api_key                  varchar(36) not null,
  ticket_hash_key                   varchar(36) not null,
  location_c1                       varchar(128),
  location_c2                       varchar(128),
  location_c3                       varchar(128),
  receipt_logo                      varchar(256),
  recurring_notification_days_default integer not null,
  show_contact_files                boolean not null,
  show_contact_notes                boolean not null,
  created_ts                        bigint not null,
  modified_ts                       bigint not null,
  created_user_id                   varchar(36),
  modified_user_id                  varchar(36),
  deleted_ts                        bigint
);

create index location_by_root on location (root_id, id) where deleted_ts is null;
create unique index location_location_api_id_key on location (root_id, location_api_id) where deleted_ts is null;

-- Every location with itself and all its ancestors: what lies in whose subtree.
create table location_tree (
  ancestor_id   varchar(36) not null references location,
  descendant_id varchar(36) not null references location,
  primary key (ancestor_id, descendant_id)
);

create index location_tree_by_descendant on location_tree (descendant_id);

create table contact (
  id                   varchar(36) primary key,
  root_id              varchar(36) not null,
  location_id          varchar(36) not null references location,
  account_number       varchar(32),
  contact_api_id       varchar(64),
  company_name         varchar(64),
  first_name           varchar(64),
  last_name            varchar(64) not null,
  email                varchar(64),
  address              varchar(255),
  city                 varchar(100),
  state                varchar(2),
  zip                  varchar(12),
  home_phone           varchar(10),
  cell_phone           varchar(10),
  office_phone         varchar(10),
  office_ext_phone     varchar(10),
  email_trx_receipt    boolean not null,
  date_of_birth        date,
  header_message       varchar(250),
  header_message_type  integer not null,
  contact_c1           varchar(128),
  contact_c2           varchar(128),
  contact_c3           varchar(128),
  contact_balance      varchar(12),
  created_ts           bigint not null,
  modified_ts          bigint not null,
  created_user_id      varchar(36),
  modified_user_id     varchar(36),
  deleted_ts           bigint
);

create index contact_by_root on contact (root_id, id) where deleted_ts is null;
create index contact_by_location on contact (location_id, id) where deleted_ts is null;
create unique index contact_contact_api_id_key on contact (location_id, contact_api_id) where deleted_ts is null and contact_api_id <> '';

create table "user" (
  id                   varchar(36) primary key,
  root_id              varchar(36) not null,
  primary_location_id  varchar(36) not null references location,
  domain_id            varchar(36) not null references branding_domain,
  username             varchar(64) not null,
  first_name           varchar(64),
  last_name            varchar(64) not null,
  company_name         varchar(64),
  email                varchar(128) not null,
  address              varchar(64),
  city                 varchar(100),
  state                varchar(100),
  zip                  varchar(10),
  cell_phone           varchar(10),
  home_phone           varchar(10),
  office_phone         varchar(10),
  office_ext_phone     varchar(10),
  account_number       varchar(32),
  date_of_birth        date,
  contact_id           varchar(36) references contact,
  branding_domain_url  varchar(64),
  user_type_id         integer not null,
  status_id            integer not null,
  email_trx_receipt    boolean not null,
  locale               varchar(8),
  tz                   varchar(30),
  user_api_key_mark    varchar(64),
  user_hash_key_sealed text,
  password_mark        text,
  password_set_ts      bigint,
  password_spent       boolean not null,
  requires_new_password boolean not null,
  login_attempts       integer not null,
  last_login_ts        bigint,
  current_login        date,
  current_login_ip     varchar(64),
  terms_accepted_ts    bigint,
  terms_agree_ip       text,
  terms_condition_id   varchar(36),
  ui_prefs             json not null,
  created_ts           bigint not null,
  modified_ts          bigint not null,
  created_user_id      varchar(36),
  modified_user_id     varchar(36),
  deleted_ts           bigint
);

create index user_by_root on "user" (root_id, id) where deleted_ts is null;
create index user_by_location on "user" (primary_location_id, id) where deleted_ts is null;
create index user_by_contact on "user" (contact_id) where contact_id is not null;
create unique index user_username_key on "user" (domain_id, lower(username)) where deleted_ts is null;

create table tag (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  location_id      varchar(36) not null references location,
  title            varchar(64) not null,
  created_ts       bigint not null,
  modified_ts      bigint not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index tag_by_root on tag (root_id, id) where deleted_ts is null;
create index tag_by_location on tag (location_id, title) where deleted_ts is null;

create table producttransaction (
  id                                  varchar(36) primary key,
  root_id                             varchar(36) not null,
  location_id                         varchar(36) not null references location,
  title                               varchar(64) not null,
  payment_method                      text        not null,
  processor                           text        not null,
  processor_version                   varchar(24),
  industry_type                       text        not null,
  mcc                                 varchar(4),
  merchant_id                         varchar(24),
  terminal_id                         varchar(24),
  account_number                      varchar(32),
  active                              boolean     not null,
  tz                                  varchar(30),
  current_batch                       integer     not null,
  current_stan                        integer     not null,
  product_transaction_api_id          varchar(64),
  portfolio_id                        varchar(36),
  sales_office_id                     varchar(36),
  partner                             varchar(64),
  default_transaction_type            text        not null,
  card_type_visa                      boolean not null,
  card_type_mc                        boolean not null,
  card_type_disc                      boolean not null,
  card_type_amex                      boolean not null,
  card_type_diners                    boolean not null,
  card_type_jcb                       boolean not null,
  card_type_ebt                       boolean not null,
  vt_enable                           boolean not null,
  vt_cvv                              boolean not null,
  vt_require_cvv                      boolean not null,
  vt_street                           boolean not null,
  vt_zip                              boolean not null,
  vt_order_num                        boolean not null,
  vt_require_street                   boolean not null,
  vt_require_zip                      boolean not null,
  vt_enable_tip                       boolean not null,
  vt_enable_sales_tax                 boolean not null,
  vt_override_sales_tax_allowed       boolean not null,
  vt_clerk_number                     boolean not null,
  vt_billing_phone                    boolean not null,
  vt_show_custom_fields               boolean not null,
  auto_decline_cvv                    boolean not null,
  auto_decline_street                 boolean not null,
  auto_decline_zip                    boolean not null,
  auto_decline_cavv                   boolean not null,
  allow_partial_authorization         boolean not null,
  allow_recurring_partial_authorization boolean not null,
  allow_blind_refund                  boolean not null,
  require_cvv_on_keyed_cnp            boolean not null,
  require_cvv_on_tokenized_cnp        boolean not null,
  dup_check_per_batch                 varchar(500),
  velocity_settings                   json not null,
  ach_allow_debit                     boolean not null,
  ach_allow_credit                    boolean not null,
  ach_allow_refund                    boolean not null,
  debit_allow_void                    boolean not null,
  processor_data                      json not null,
  run_avs_on_accountvault_create      boolean not null,
  accountvault_expire_notification_email_enable boolean not null,
  cau_subscribe_type_id               integer not null,
  cau_account_number                  varchar(32),
  quick_invoice_allow                 boolean not null,
  quick_invoice_text_to_pay           boolean not null,
  paylink_allow                       boolean not null,
  level3_allow                        boolean not null,
  level3_default                      json,
  hosted_payment_page_allow           boolean not null,
  hosted_payment_page_max_allowed     integer not null,
  sms_enable                          boolean not null,
  split_payments_allow                boolean not null,
  bank_funded_only                    boolean not null,
  surcharge                           json,
  tax_surcharge_config                integer not null,
  display_avs                         boolean not null,
  receipt_header                      varchar(255),
  receipt_footer                      varchar(255),
  receipt_add_account_above_signature varchar(1032),
  receipt_add_recurring_above_signature varchar(1032),
  receipt_vt_above_signature          varchar(1032),
  receipt_logo                        varchar(256),
  receipt_show_contact_name           boolean not null,
  receipt_show_custom_fields          boolean not null,
  created_ts                          bigint not null,
  modified_ts                         bigint not null,
  created_user_id                     varchar(36),
  modified_user_id                    varchar(36),
  deleted_ts                          bigint,
  constraint producttransaction_payment_method check (payment_method in ('cc', 'ach'))
);

create index producttransaction_by_root on producttransaction (root_id, id) where deleted_ts is null;
create index producttransaction_by_location on producttransaction (location_id, id) where deleted_ts is null;
create unique index producttransaction_product_transaction_api_id_key on producttransaction (location_id, product_transaction_api_id) where deleted_ts is null and product_transaction_api_id <> '';

alter table location
  add constraint location_default_cc_fkey foreign key (default_cc) references producttransaction,
  add constraint location_default_ach_fkey foreign key (default_ach) references producttransaction;

-- Proves at every start that the key ring beside the database is the one its secrets were sealed with.
create table installation (
  id         integer primary key check (id = 1),
  canary     text   not null,
  created_ts bigint not null
);
