-- What was mailed to a contact is found by its address.

create index log_email_by_recipient on log_email (recipient, id) where deleted_ts is null;
