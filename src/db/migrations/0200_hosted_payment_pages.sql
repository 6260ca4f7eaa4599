-- Pages of a merchant that are paid on, as they are set up or as the encrypted data of a link say (decision 0050).
-- Locks: transaction, while it is read once for an index that has no rows yet and for a key that no row has.
create table hostedpaymentpage (
  id                      varchar(36)  not null,
  root_id                 varchar(36)  not null,
  user_id                 varchar(36),
  location_id             varchar(36)  not null,
  product_transaction_id  varchar(36)  not null,
  title                   varchar(64)  not null,
  redirect_url_delay      integer      not null,
  min_payment_amount      bigint,
  max_payment_amount      bigint,
  redirect_url_on_approve varchar(256),
  redirect_url_on_decline varchar(256),
  field_configuration     json,
  encryption_key          varchar(32)  not null,
  stylesheet_url          varchar(256),
  parent_origin           varchar(255),
  parent_send_message     boolean      not null,
  hide_optional_fields    boolean      not null,
  created_ts              bigint       not null,
  modified_ts             bigint       not null,
  created_user_id         varchar(36),
  modified_user_id        varchar(36),
  deleted_ts              bigint,
  primary key (id, root_id),
  constraint hostedpaymentpage_location_id_fkey foreign key (root_id, location_id) references location (root_id, id),
  constraint hostedpaymentpage_product_transaction_id_fkey foreign key (root_id, product_transaction_id) references producttransaction (root_id, id),
  constraint hostedpaymentpage_user_id_fkey foreign key (root_id, user_id) references "user" (root_id, id),
  constraint hostedpaymentpage_created_user_id_fkey foreign key (root_id, created_user_id) references "user" (root_id, id),
  constraint hostedpaymentpage_modified_user_id_fkey foreign key (root_id, modified_user_id) references "user" (root_id, id)
);
create index hostedpaymentpage_by_root on hostedpaymentpage (root_id, id) where deleted_ts is null;
create index hostedpaymentpage_by_place on hostedpaymentpage (location_id, id) where deleted_ts is null;
create index hostedpaymentpage_by_product on hostedpaymentpage (product_transaction_id) where deleted_ts is null;

create index transaction_by_hosted_payment_page on transaction (hosted_payment_page_id, id) where hosted_payment_page_id is not null;
alter table transaction add constraint transaction_hosted_payment_page_id_fkey
  foreign key (root_id, hosted_payment_page_id) references hostedpaymentpage (root_id, id) not valid;
alter table transaction validate constraint transaction_hosted_payment_page_id_fkey;
