-- Filters compare texts in any case. `folded` is the one form that is compared, the same on every server and version as an index needs it:
-- lower() knows the capitals of the database's locale only, so other letters than those of ASCII go through username_key (0167). It is a case
-- and not strict, so that PostgreSQL writes it into a statement instead of calling it for each row.
--
-- Indexes for texts that people look for (fields that are `searched`): the location, the folded text, the id. The text itself is in them too,
-- since PostgreSQL searches inside of an index alone only where it has the columns that an expression is made of.
--
-- Locks: contacts, invoices, pay links, stored accounts and mails take no writes while their indexes are built, 2 to 6 seconds each for a
-- million rows on a busy machine; reads go on.

create function folded(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = length(value) then lower(value collate "C") else username_key(value) end;

create index contact_searched_by_last_name on contact (location_id, folded(last_name), id) include (last_name) where deleted_ts is null;
create index contact_searched_by_first_name on contact (location_id, folded(first_name), id) include (first_name) where deleted_ts is null;
create index contact_searched_by_company_name on contact (location_id, folded(company_name), id) include (company_name) where deleted_ts is null;
create index contact_searched_by_email on contact (location_id, folded(email), id) include (email) where deleted_ts is null;
create index accountvault_searched_by_account_holder_name on accountvault (location_id, folded(account_holder_name), id)
  include (account_holder_name) where deleted_ts is null;
create index quickinvoice_searched_by_title on quickinvoice (location_id, folded(title), id) include (title) where deleted_ts is null;
create index quickinvoice_searched_by_email on quickinvoice (location_id, folded(email), id) include (email) where deleted_ts is null;
create index paylink_searched_by_email on paylink (location_id, folded(email), id) include (email) where deleted_ts is null;
create index log_email_searched_by_recipient on log_email (location_id, folded(recipient), id) include (recipient) where deleted_ts is null;
