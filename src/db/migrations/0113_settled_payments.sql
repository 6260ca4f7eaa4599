-- What processors that settle by themselves have settled, as their own lists have it: one row for each payment and batch of theirs, with
-- what they keep and the transfer that contains it. Only a fee and a transfer that were not known yet are added later (decision 0031).

create table settled_payment (
  id                     varchar(36) not null,
  root_id                varchar(36) not null,
  product_transaction_id varchar(36) not null,
  processor_reference    varchar(64) not null,
  batch                  varchar(64) not null,
  -- Null where the processor has settled what is not stored here.
  transaction_id         varchar(36),
  amount                 bigint      not null,
  fee                    bigint,
  funding_reference      varchar(64),
  settled_ts             bigint      not null,
  created_ts             bigint      not null,
  primary key (id, root_id),
  constraint settled_payment_key unique (product_transaction_id, processor_reference, batch, root_id),
  constraint settled_payment_product_transaction_id_fkey
    foreign key (root_id, product_transaction_id) references producttransaction (root_id, id),
  -- A payment that moves to the archive leaves its line behind.
  constraint settled_payment_transaction_id_fkey
    foreign key (root_id, transaction_id) references transaction (root_id, id) on delete set null (transaction_id)
);
create index settled_payment_by_time on settled_payment (product_transaction_id, settled_ts);
create index settled_payment_by_transaction on settled_payment (transaction_id) where transaction_id is not null;
create index transaction_by_processor_reference on transaction (product_transaction_id, processor_reference)
  where processor_reference is not null;

create trigger settled_payment_stays before update of id, root_id, product_transaction_id, processor_reference, batch, amount, settled_ts,
  created_ts or delete or truncate on settled_payment
  for each statement execute function refuse_write('it can only be added to');
