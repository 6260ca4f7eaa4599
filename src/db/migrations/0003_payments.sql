-- Money: batches, transactions with their history, and every question that was put to a processor.

create table transactionbatch (
  id                       varchar(36) primary key,
  root_id                  varchar(36) not null,
  location_id              varchar(36) not null references location,
  batch_num                integer     not null,
  product_transaction_id   varchar(36) not null references producttransaction,
  processing_status_id     integer     not null,
  is_open                  boolean     not null,
  batch_close_ts           bigint,
  settlement_file_name     varchar(128),
  batch_close_detail       varchar(512),
  total_sale_amount        bigint      not null,
  total_sale_count         integer     not null,
  total_refund_amount      bigint      not null,
  total_refund_count       integer     not null,
  total_void_amount        bigint      not null,
  total_void_count         integer     not null,
  total_blind_refund_amount bigint     not null,
  total_blind_refund_count integer     not null,
  created_ts               bigint      not null,
  modified_ts              bigint      not null,
  created_user_id          varchar(36),
  modified_user_id         varchar(36),
  deleted_ts               bigint
) with (fillfactor = 50);

-- One open batch per product: whoever comes second joins the first one's.
create unique index transactionbatch_open_key on transactionbatch (product_transaction_id) where is_open;
create index transactionbatch_by_root on transactionbatch (root_id, id) where deleted_ts is null;
create index transactionbatch_by_location on transactionbatch (location_id, id) where deleted_ts is null;
create index transactionbatch_by_product on transactionbatch (product_transaction_id, id);

create table transaction (
  id                           varchar(36) primary key,
  root_id                      varchar(36) not null,
  payment_method               text        not null,
  account_vault_id             varchar(36) references accountvault,
  recurring_id                 varchar(36),
  first_six                    varchar(6),
  last_four                    varchar(4),
  account_holder_name          varchar(60),
  transaction_amount           bigint      not null,
  description                  varchar(64),
  transaction_code             varchar(64),
  avs                          varchar(16),
  avs_enhanced                 varchar(1),
  batch                        varchar(4),
  item                         varchar(64),
  order_num                    varchar(32),
  "timestamp"                  bigint,
  verbiage                     varchar(255),
  transaction_settlement_status varchar(64),
  effective_date               date,
  routing                      varchar(9),
  return_date                  date,
  created_ts                   bigint      not null,
  modified_ts                  bigint      not null,
  transaction_api_id           varchar(64),
  terms_agree                  integer,
  notification_email_address   varchar(128),
  notification_email_sent      boolean     not null,
  response_message             varchar(255),
  auth_amount                  bigint,
  status_id                    integer     not null,
  type_id                      integer     not null,
  reason_code_id               integer     not null,
  location_id                  varchar(36) not null references location,
  settle_date                  date,
  charge_back_date             date,
  void_date                    date,
  account_type                 varchar(32),
  checkin_date                 date,
  checkout_date                date,
  room_num                     varchar(12),
  room_rate                    bigint      not null,
  advance_deposit              boolean     not null,
  no_show                      boolean     not null,
  entry_mode_id                text,
  emv_receipt_data             json,
  folio_num                    varchar(64),
  customer_id                  varchar(64),
  customer_ip                  varchar(39),
  cvv_response                 varchar(1),
  auth_code                    varchar(24),
  product_transaction_id       varchar(36) not null references producttransaction,
  transaction_batch_id         varchar(36) references transactionbatch,
  previous_transaction_id      varchar(36) references transaction,
  contact_id                   varchar(36) references contact,
  quick_invoice_id             varchar(36),
  paylink_id                   varchar(36),
  hosted_payment_page_id       varchar(36),
  terminal_id                  varchar(36),
  terminal_serial_number       varchar(24),
  tax                          bigint      not null,
  tip_amount                   bigint,
  subtotal_amount              bigint,
  surcharge_amount             bigint,
  billing_street               varchar(32),
  billing_city                 varchar(36),
  billing_state                varchar(26),
  billing_zip                  varchar(12),
  billing_phone                varchar(10),
  service_address              varchar(32),
  service_city                 varchar(36),
  service_state                varchar(26),
  service_zip                  varchar(12),
  service_country              varchar(3),
  po_number                    varchar(24),
  clerk_number                 varchar(16),
  transaction_c1               varchar(128),
  transaction_c2               varchar(128),
  transaction_c3               varchar(128),
  custom_data                  json,
  additional_amounts           json        not null,
  card_present                 boolean     not null,
  ach_sec_code                 text,
  ach_identifier               text,
  check_number                 varchar(15),
  wallet_id                    varchar(3),
  locale                       varchar(5),
  trx_source_id                integer     not null,
  bill_payment                 boolean     not null,
  recurring_number             integer,
  installment_number           integer,
  installment_total_count      integer,
  created_user_id              varchar(36),
  modified_user_id             varchar(36),
  allow_partial_authorization_override boolean,
  auto_decline_cvv_override    boolean,
  auto_decline_street_override boolean,
  auto_decline_zip_override    boolean,
  save_account                 boolean     not null,
  save_account_title           varchar(16),
  saved_account_vault_id       varchar(36) references accountvault,
  instrument_id                varchar(36) references instrument,
  outcome                      text        not null,
  doing                        text,
  reference                    varchar(36),
  authorized_amount            bigint      not null,
  captured_amount              bigint      not null,
  refunded_amount              bigint      not null,
  refund_pending_amount        bigint      not null,
  settled_ts                   bigint,
  dup_key                      varchar(64),
  tag_ids                      text[]      not null,
  tag_records                  json        not null,
  deleted_ts                   bigint,
  constraint transaction_outcome check (outcome in ('pending', 'approved', 'declined', 'unknown')),
  constraint transaction_refunds_not_negative check (refunded_amount >= 0 and refund_pending_amount >= 0),
  -- The last word on refunds, whatever the code above believes: never more than was taken.
  constraint transaction_refunds_within_capture check (refunded_amount + refund_pending_amount <= captured_amount)
);

create index transaction_by_root on transaction (root_id, id) where deleted_ts is null;
create index transaction_by_location on transaction (location_id, id) where deleted_ts is null;
create unique index transaction_transaction_api_id_key on transaction (location_id, transaction_api_id)
  where deleted_ts is null and transaction_api_id <> '';
-- A product that declines duplicates has one living payment of each kind per batch.
create unique index transaction_dup_key on transaction (product_transaction_id, dup_key) where dup_key is not null;
create index transaction_by_batch on transaction (transaction_batch_id, id) where transaction_batch_id is not null;
create index transaction_by_invoice on transaction (quick_invoice_id, id) where quick_invoice_id is not null;
create index transaction_by_paylink on transaction (paylink_id, id) where paylink_id is not null;
create index transaction_by_recurring on transaction (recurring_id, id) where recurring_id is not null;
create index transaction_by_contact on transaction (contact_id, id) where contact_id is not null;
create index transaction_by_vault on transaction (account_vault_id, id) where account_vault_id is not null;
create index transaction_by_previous on transaction (previous_transaction_id, id) where previous_transaction_id is not null;
create index transaction_by_order_num on transaction (root_id, order_num) where deleted_ts is null;

create table transactionhistory (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  transaction_id   varchar(36) not null references transaction,
  status_id        integer     not null,
  event_date_ts    bigint      not null,
  location_id      varchar(36) not null,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index transactionhistory_by_transaction on transactionhistory (transaction_id, id);

-- Every question to a processor, written down before it is asked; the id is the reference that was sent.
-- ask_ts and believe_ts are machine time (they are leases), everything else is the gateway's clock.
create table attempt (
  id                  varchar(36) primary key,
  root_id             varchar(36) not null,
  transaction_id      varchar(36) not null references transaction,
  processor           text        not null,
  action              text        not null,
  purpose             text        not null,
  original            varchar(36),
  amount              bigint      not null,
  changes             json,
  state               text        not null,
  told_ts             bigint,
  ask_ts              bigint      not null,
  believe_ts          bigint      not null,
  asks                integer     not null default 0,
  stuck_ts            bigint,
  reason_code_id      integer,
  verbiage            varchar(255),
  response_message    varchar(255),
  auth_code           varchar(24),
  auth_amount         bigint,
  avs                 varchar(16),
  avs_enhanced        varchar(1),
  cvv_response        varchar(1),
  processor_reference varchar(64),
  created_ts          bigint      not null,
  ended_ts            bigint,
  constraint attempt_purpose check (purpose in ('order', 'follow_up', 'reversal')),
  constraint attempt_state check (state in ('pending', 'approved', 'declined', 'unknown', 'reversed'))
);

-- Two actions on one transaction never overlap: a void and a capture at the same moment have one winner.
create unique index attempt_open_key on attempt (transaction_id) where state in ('pending', 'unknown');
create index attempt_due on attempt (ask_ts, id) where state in ('pending', 'unknown');
create index attempt_by_transaction on attempt (transaction_id, id);
create index attempt_stuck on attempt (stuck_ts) where stuck_ts is not null;
