-- The users of a location who are mailed its payments: few of many, and looked for with each payment of an invoice.
create index user_told_of_payments on "user" (root_id, primary_location_id) where email_trx_receipt and deleted_ts is null;
