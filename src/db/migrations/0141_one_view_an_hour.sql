-- Who opens an invoice writes one row an hour, however often: the page asks nobody who he is. visit is a keyed hash of invoice, hour and address,
-- so that it tells nothing beside being the same. Earlier views have none.
alter table quick_invoice_view add column visit varchar(64);
create unique index quick_invoice_view_visit_key on quick_invoice_view (root_id, visit);
