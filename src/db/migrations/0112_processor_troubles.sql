-- Accounts at which payments are declined because of their settings, so that the operator is told at most once an hour (decision 0036).
create table processor_trouble (
  processor_account_id varchar(36)  not null,
  root_id              varchar(36)  not null,
  problem              varchar(255) not null,
  first_ts             bigint       not null,
  last_ts              bigint       not null,
  -- When the operator is told next; null where he was told of the last one.
  notice_ts            bigint,
  noticed_ts           bigint,
  primary key (processor_account_id, root_id),
  constraint processor_trouble_processor_account_id_fkey
    foreign key (root_id, processor_account_id) references processor_account (root_id, id)
);
create index processor_trouble_notice on processor_trouble (notice_ts) where notice_ts is not null;
create index processor_trouble_last on processor_trouble (last_ts);
