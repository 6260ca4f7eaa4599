-- Tickets that payers' browsers make by a signature of the merchant (decision 0050). One signature has one ticket: another card under it takes the
-- place of the first, until that was used.
-- Locks: location and ticket, for columns without a default and indexes of few rows.
alter table location add column ticket_origins text[];
create index location_by_api_key on location (location_api_key) where deleted_ts is null;
create index location_by_ticket_origin on location using gin (ticket_origins) where ticket_origins is not null and deleted_ts is null;

alter table ticket
  add column order_id varchar(64),
  add column signature_mark varchar(64);
create unique index ticket_signature_mark_key on ticket (root_id, signature_mark) where signature_mark is not null;
