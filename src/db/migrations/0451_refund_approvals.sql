-- Large refunds need the approval of a second person, where their product says so (G54). An approval names the refund exactly and is used once;
-- what a user gives back alone is summed by day, and the check is the limit.
--
-- Locks: products are closed for the change of their columns, which writes no row.

alter table producttransaction
  add column refund_approval_amount bigint,
  add column refund_approval_was bigint,
  add column refund_approval_until_ts bigint,
  add constraint producttransaction_refund_approval check (refund_approval_amount >= 0 and (refund_approval_was is null) = (refund_approval_until_ts is null));

create table refundapproval (
  id                     varchar(36)  not null,
  root_id                varchar(36)  not null,
  action                 text         not null,
  product_transaction_id varchar(36)  not null,
  -- The payment and its refund may move to the archive, so they are no foreign keys.
  transaction_id         varchar(36),
  last_four              varchar(4),
  transaction_amount     bigint       not null,
  reason                 varchar(255) not null,
  status                 text         not null,
  expire_ts              bigint       not null,
  decided_ts             bigint,
  decided_user_id        varchar(36),
  refund_transaction_id  varchar(36),
  created_ts             bigint       not null,
  modified_ts            bigint       not null,
  created_user_id        varchar(36)  not null,
  modified_user_id       varchar(36),
  deleted_ts             bigint,
  location_id            varchar(36)  not null,
  primary key (id, root_id),
  constraint refundapproval_product_transaction_id_fkey foreign key (root_id, product_transaction_id) references producttransaction (root_id, id),
  constraint refundapproval_created_user_id_fkey foreign key (root_id, created_user_id) references "user" (root_id, id),
  constraint refundapproval_decided_user_id_fkey foreign key (root_id, decided_user_id) references "user" (root_id, id),
  constraint refundapproval_location_id_fkey foreign key (root_id, location_id) references location (root_id, id),
  constraint refundapproval_two_persons check (decided_user_id <> created_user_id),
  constraint refundapproval_status check (status in ('waiting', 'approved', 'refused', 'used')),
  constraint refundapproval_amount check (transaction_amount > 0),
  constraint refundapproval_account check ((transaction_id is null) = (last_four is not null)),
  constraint refundapproval_decided check ((status = 'waiting') = (decided_ts is null) and (status = 'waiting' or decided_user_id is not null)),
  constraint refundapproval_used check ((status = 'used') = (refund_transaction_id is not null))
);

-- One approval is one refund.
create unique index refundapproval_refund_key on refundapproval (root_id, refund_transaction_id);
create index refundapproval_by_root on refundapproval (root_id, id) where deleted_ts is null;
create index refundapproval_by_location on refundapproval (location_id, id) where deleted_ts is null;

create trigger refundapproval_stays before delete or truncate on refundapproval
  for each statement execute function refuse_write('it is never removed');
create trigger refundapproval_fixed before update on refundapproval for each row
  when ((new.id, new.root_id, new.location_id, new.action, new.product_transaction_id, new.transaction_id, new.last_four, new.transaction_amount,
         new.expire_ts, new.created_user_id, new.created_ts)
    is distinct from (old.id, old.root_id, old.location_id, old.action, old.product_transaction_id, old.transaction_id, old.last_four,
         old.transaction_amount, old.expire_ts, old.created_user_id, old.created_ts))
  execute function refuse_write('what was asked for never changes');
create trigger refundapproval_steps before update on refundapproval for each row
  when (new.status <> old.status and (old.status, new.status) not in (('waiting', 'approved'), ('waiting', 'refused'), ('approved', 'used')))
  execute function refuse_write('it is decided once and used once');

-- What each user has given back on a day without a second person. The date is that of UTC.
create table unapproved_refund (
  root_id varchar(36) not null,
  user_id varchar(36) not null,
  date    date        not null,
  amount  bigint      not null,
  most    bigint      not null,
  primary key (root_id, user_id, date),
  constraint unapproved_refund_within check (amount <= most)
);
