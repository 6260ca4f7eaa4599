-- A processor may have a request and decide it later (a bank debit), or hold it for a person's review; and it says more of a decline and of
-- a payment than whether it was approved (decision 0035). An account vault keeps the card network's id of the first payment made with it.
--
-- Locks: the tables are closed for the change of their columns, which writes no row.

alter table attempt
  add column underway text,
  add column underway_ts bigint,
  add column decline_class text,
  add column advice_code varchar(8),
  add column network_transaction_id varchar(64);
alter table archived_attempt
  add column underway text,
  add column underway_ts bigint,
  add column decline_class text,
  add column advice_code varchar(8),
  add column network_transaction_id varchar(64);
alter table attempt
  add constraint attempt_underway check (underway in ('pending', 'held') and underway_ts is not null or underway is null) not valid,
  add constraint attempt_decline_class check (decline_class in ('soft', 'hard', 'never')) not valid;
alter table attempt validate constraint attempt_underway;
alter table attempt validate constraint attempt_decline_class;
alter table accountvault add column network_transaction_id varchar(64);
