-- The same as in 0180 for payments.
--
-- Locks: payments take no writes while the seven are built, 2 to 4 seconds each for a million rows on a busy machine; reads go on. In return an
-- insert of a payment takes 92 instead of 30 microseconds of processor time in its indexes, at a million rows of a hundred locations.

create index transaction_listed_by_created_ts on transaction (location_id, created_ts nulls first, id, status_id) where deleted_ts is null;
create index transaction_listed_by_modified_ts on transaction (location_id, modified_ts nulls first, id, status_id) where deleted_ts is null;
create index transaction_listed_by_transaction_amount on transaction (location_id, transaction_amount nulls first, id, status_id)
  where deleted_ts is null;
create index transaction_listed_by_order_num on transaction (location_id, order_num nulls first, id, status_id) where deleted_ts is null;
create index transaction_listed_by_last_four on transaction (location_id, last_four nulls first, id, status_id) where deleted_ts is null;
create index transaction_listed_by_contact_id on transaction (location_id, contact_id nulls first, id, status_id) where deleted_ts is null;
create index transaction_listed_by_status_id on transaction (location_id, status_id nulls first, id) where deleted_ts is null;
