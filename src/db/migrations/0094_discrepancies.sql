-- Differences between the books and processors, banks and terminals: looked for after each settlement and every night, listed for a person.

-- When a batch is compared with the processor's file next; null where it is not.
alter table transactionbatch add column compare_ts bigint;
create index transactionbatch_compare on transactionbatch (compare_ts, id) where compare_ts is not null;

create table discrepancy (
  id                     varchar(36)  not null,
  -- Empty where a difference belongs to no merchant: an order nobody here has placed, a return of what was never sent.
  root_id                varchar(36)  not null,
  location_id            varchar(36),
  kind                   text         not null,
  status                 text         not null,
  product_transaction_id varchar(36),
  transaction_batch_id   varchar(36),
  transaction_id         varchar(36),
  reference              varchar(64),
  processor              varchar(64),
  ours                   varchar(128),
  theirs                 varchar(128),
  found_by               text         not null,
  times_found            integer      not null,
  seen_ts                bigint       not null,
  note                   varchar(512),
  explained_ts           bigint,
  explained_user_id      varchar(36),
  gone_ts                bigint,
  subject                varchar(128) not null,
  notice_ts              bigint,
  noticed_ts             bigint,
  created_ts             bigint       not null,
  modified_ts            bigint       not null,
  created_user_id        varchar(36),
  modified_user_id       varchar(36),
  deleted_ts             bigint,
  primary key (id, root_id),
  constraint discrepancy_location_id_fkey foreign key (root_id, location_id) references location (root_id, id),
  constraint discrepancy_product_transaction_id_fkey foreign key (root_id, product_transaction_id) references producttransaction (root_id, id),
  constraint discrepancy_transaction_batch_id_fkey foreign key (root_id, transaction_batch_id) references transactionbatch (root_id, id),
  constraint discrepancy_transaction_id_fkey foreign key (root_id, transaction_id) references transaction (root_id, id),
  constraint discrepancy_explained_user_id_fkey foreign key (root_id, explained_user_id) references "user" (root_id, id),
  constraint discrepancy_owner check ((root_id = '') = (location_id is null)),
  constraint discrepancy_status check (status in ('open', 'explained', 'gone')),
  constraint discrepancy_explained check (status <> 'explained' or (note is not null and explained_ts is not null)),
  constraint discrepancy_gone check (status <> 'gone' or gone_ts is not null),
  constraint discrepancy_differs check (ours is distinct from theirs),
  constraint discrepancy_times_found check (times_found > 0)
);

-- The same difference found again stays one row.
create unique index discrepancy_once_key on discrepancy (root_id, kind, subject);
create index discrepancy_by_root on discrepancy (root_id, id) where deleted_ts is null;
create index discrepancy_by_place on discrepancy (location_id, id) where deleted_ts is null;
create index discrepancy_by_batch on discrepancy (transaction_batch_id) where transaction_batch_id is not null;
create index discrepancy_by_transaction on discrepancy (transaction_id) where transaction_id is not null;
create index discrepancy_open on discrepancy (kind, id) where status = 'open';
create index discrepancy_notice on discrepancy (notice_ts) where notice_ts is not null;
create index discrepancy_noticed on discrepancy (root_id, noticed_ts) where noticed_ts is not null;

create trigger discrepancy_stays before delete or truncate on discrepancy
  for each statement execute function refuse_write('it is never removed');
create trigger discrepancy_place before update of id, root_id, location_id, kind, subject, created_ts on discrepancy for each row
  when ((new.id, new.root_id, new.location_id, new.kind, new.subject, new.created_ts)
    is distinct from (old.id, old.root_id, old.location_id, old.kind, old.subject, old.created_ts))
  execute function refuse_write('what it is about never changes');

-- What is compared every night, and how far: each processor by its name, and the files of the bank. lease_until is machine time.
create table nightly_comparison (
  name        varchar(64) primary key,
  through_ts  bigint      not null,
  next_ts     bigint      not null,
  lease_until bigint      not null,
  constraint nightly_comparison_forward check (through_ts <= next_ts)
);
