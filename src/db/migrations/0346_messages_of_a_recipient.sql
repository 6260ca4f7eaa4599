-- How much a recipient was sent of late is counted before each message (docs/messages.md).

create index log_email_sent_to on log_email (root_id, recipient, created_ts);
create index log_sms_sent_to on log_sms (root_id, recipient, created_ts);
