-- What the payer reads on the statement of a card, of a product and of a single payment.
--
-- Locks: the tables are closed for the change of their columns, which writes no row.

alter table producttransaction add column statement_descriptor varchar(64);
alter table transaction add column statement_descriptor varchar(64);
alter table archived_transaction add column statement_descriptor varchar(64);
