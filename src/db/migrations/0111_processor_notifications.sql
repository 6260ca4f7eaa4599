-- What processors send without being asked: each taken once, kept for a month (decision 0036). Locks: attempt, while an index is built
-- over the requests whose processor has told its own id of them.

create table processor_notification (
  id                     varchar(36)  not null,
  root_id                varchar(36)  not null,
  product_transaction_id varchar(36)  not null,
  connector              text         not null,
  -- The processor's own id of it.
  notification_id        varchar(255) not null,
  event                  varchar(128) not null,
  reference              varchar(64),
  processor_reference    varchar(64),
  -- What it is about, where anything here is known by these.
  attempt_id             varchar(36),
  created_ts             bigint       not null,
  primary key (id, root_id),
  constraint processor_notification_once_key unique (product_transaction_id, connector, notification_id, root_id),
  constraint processor_notification_product_transaction_id_fkey
    foreign key (root_id, product_transaction_id) references producttransaction (root_id, id)
);
create index processor_notification_age on processor_notification (created_ts);

create index attempt_processor_reference on attempt (processor_reference, processor_account_id) where processor_reference is not null;
