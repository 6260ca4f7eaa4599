-- Payments that repeat, links that ask for one payment, and the data that commercial cards carry.

create table recurring (
  id                       varchar(36) primary key,
  root_id                  varchar(36) not null,
  account_vault_id         varchar(36) not null references accountvault,
  location_id              varchar(36) not null references location,
  product_transaction_id   varchar(36) not null references producttransaction,
  transaction_amount       bigint      not null,
  interval                 integer     not null,
  interval_type            text        not null,
  start_date               date        not null,
  end_date                 date,
  next_run_date            date,
  description              varchar(36),
  installment_total_count  integer,
  installment_amount_total bigint,
  notification_days        integer     not null,
  payment_method           text        not null,
  recurring_api_id         varchar(64),
  recurring_c1             varchar(128),
  recurring_c2             varchar(128),
  recurring_c3             varchar(128),
  active                   boolean     not null,
  recurring_type_id        text        not null,
  status                   text        not null,
  created_ts               bigint      not null,
  modified_ts              bigint      not null,
  contact_id               varchar(36) references contact,
  tag_ids                  text[]      not null,
  anchor_date              date        not null,
  occurrence               integer     not null,
  runs_done                integer     not null,
  skipped_count            integer     not null,
  deferred_count           integer     not null,
  created_user_id          varchar(36),
  modified_user_id         varchar(36),
  deleted_ts               bigint,
  constraint recurring_status check (status in ('active', 'on hold', 'ended')),
  -- Only what is active has a next run, so whoever looks for due work needs to look at nothing else.
  constraint recurring_next_run check ((status = 'active') = (next_run_date is not null)),
  constraint recurring_installments check (runs_done + skipped_count <= installment_total_count)
);

create index recurring_by_root on recurring (root_id, id) where deleted_ts is null;
create index recurring_by_location on recurring (location_id, id) where deleted_ts is null;
create index recurring_by_next_run on recurring (root_id, next_run_date nulls first, id) where deleted_ts is null;
create index recurring_due on recurring (next_run_date, id) where status = 'active' and deleted_ts is null;
create index recurring_by_vault on recurring (account_vault_id) where deleted_ts is null;
create index recurring_by_contact on recurring (contact_id) where deleted_ts is null and contact_id is not null;
create unique index recurring_recurring_api_id_key on recurring (location_id, recurring_api_id)
  where deleted_ts is null and recurring_api_id <> '';

create table paylink (
  id                         varchar(36) primary key,
  root_id                    varchar(36) not null,
  location_id                varchar(36) not null references location,
  cc_product_transaction_id  varchar(36) references producttransaction,
  ach_product_transaction_id varchar(36) references producttransaction,
  contact_id                 varchar(36) references contact,
  paylink_api_id             varchar(64),
  amount_due                 bigint      not null,
  email                      varchar(128),
  cell_phone                 varchar(10),
  delivery_method            integer     not null,
  description                varchar(64),
  expire_date                date,
  paylink_action             text        not null,
  display_product_transaction_receipt_details boolean not null,
  display_billing_fields     boolean     not null,
  status_id                  integer     not null,
  active                     boolean     not null,
  store_token                boolean     not null,
  store_token_title          varchar(16),
  redirect_url_on_approve    varchar(512),
  redirect_url_on_decline    varchar(512),
  redirect_url_delay         integer     not null,
  created_ts                 bigint      not null,
  modified_ts                bigint      not null,
  created_user_id            varchar(36),
  modified_user_id           varchar(36),
  tag_ids                    text[]      not null,
  pending_transaction_id     varchar(36),
  deleted_ts                 bigint,
  constraint paylink_product check (cc_product_transaction_id is not null or ach_product_transaction_id is not null),
  -- One payment, ever: none can begin once one was approved, and a row holds no more than one that is under way.
  constraint paylink_one_payment check (status_id = 0 or pending_transaction_id is null)
);

create index paylink_by_root on paylink (root_id, id) where deleted_ts is null;
create index paylink_by_location on paylink (location_id, id) where deleted_ts is null;
create index paylink_by_contact on paylink (contact_id) where deleted_ts is null and contact_id is not null;
create unique index paylink_paylink_api_id_key on paylink (location_id, paylink_api_id)
  where deleted_ts is null and paylink_api_id <> '';

create table transactionlevel3 (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  transaction_id   varchar(36) not null references transaction,
  level3_data      json        not null,
  location_id      varchar(36) not null references location,
  automatic        boolean     not null,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index transactionlevel3_by_root on transactionlevel3 (root_id, id) where deleted_ts is null;
create index transactionlevel3_by_location on transactionlevel3 (location_id, id) where deleted_ts is null;
create unique index transactionlevel3_transaction_id_key on transactionlevel3 (transaction_id) where deleted_ts is null;
