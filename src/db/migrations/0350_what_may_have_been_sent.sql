-- The reference of a request tells when it was made, not when it was sent: after an outage that is hours later, and a restored database
-- does not know whether the gateway it lost has sent it as well (decision 0064).
--
-- Locks: the tables are closed for the change of their columns, which writes no row.

alter table attempt
  -- The last time it may have been sent, where that is later than created_ts; Unix seconds of the gateway's clock.
  add column sent_ts bigint,
  -- A lost gateway may have sent it: this one does not before the processor has said that it has not arrived.
  add column is_doubtful boolean not null default false,
  -- When a person said that it was never made before, and released it.
  add column released_ts bigint;
alter table archived_attempt
  add column sent_ts bigint,
  add column is_doubtful boolean not null default false,
  add column released_ts bigint;

-- Until when a lost gateway may have sent something: the moment of the comparison, or of the last order that a processor has.
alter table restoration add column known_until_ts bigint;

-- Orders that took or hold money and that a restored database does not have, as processors listed them.
create table lost_order (
  root_id              varchar(36) not null,
  processor_account_id varchar(36) not null,
  processor_reference  varchar(64) not null,
  reference            varchar(36),
  amount               bigint not null,
  last_four            varchar(4),
  ts                   bigint not null,
  primary key (root_id, processor_account_id, processor_reference),
  foreign key (root_id, processor_account_id) references processor_account (root_id, id)
);
