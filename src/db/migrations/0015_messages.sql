-- What became of every message, and when invoices remind of themselves.

create table log_email (
  id               varchar(36)  primary key,
  root_id          varchar(36)  not null,
  location_id      varchar(36)  not null references location,
  subject          varchar(256) not null,
  body             text         not null,
  source_address   varchar(128),
  return_path      varchar(128),
  provider_id      varchar(255),
  domain_id        varchar(36)  references branding_domain,
  reason_sent      varchar(36)  not null,
  reason_model     varchar(36)  not null,
  reason_model_id  varchar(36)  not null,
  reply_to         varchar(128),
  recipient        varchar(128) not null,
  status           text         not null,
  detail           varchar(255),
  attempts         integer      not null,
  sent_ts          bigint,
  created_ts       bigint       not null,
  modified_ts      bigint       not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index log_email_by_root on log_email (root_id, id) where deleted_ts is null;
create index log_email_by_location on log_email (location_id, id) where deleted_ts is null;
create index log_email_by_record on log_email (reason_model_id, id) where deleted_ts is null;
-- What was not delivered is looked for among very many that were.
create index log_email_undelivered on log_email (id) where status in ('queued', 'failed', 'bounced');

create table log_sms (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  location_id      varchar(36) not null references location,
  body             text        not null,
  sender           varchar(64),
  recipient        varchar(10) not null,
  provider_id      varchar(255),
  reason_sent      varchar(36) not null,
  reason_model     varchar(36) not null,
  reason_model_id  varchar(36) not null,
  status           text        not null,
  detail           varchar(255),
  attempts         integer     not null,
  sent_ts          bigint,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index log_sms_by_root on log_sms (root_id, id) where deleted_ts is null;
create index log_sms_by_location on log_sms (location_id, id) where deleted_ts is null;
create index log_sms_by_record on log_sms (reason_model_id, id) where deleted_ts is null;
create index log_sms_undelivered on log_sms (id) where status in ('queued', 'failed', 'bounced', 'unknown');
-- Who answers STOP is found by number, and what the carrier tells by its own id.
create index log_sms_by_recipient on log_sms (recipient, root_id);
create index log_sms_by_provider on log_sms (provider_id) where provider_id is not null;

-- Each reminder of an invoice once for each due date: this row is written with the jobs that send it. `sent` is false for one that was
-- overtaken by the next before it could leave.
create table quick_invoice_reminder (
  quick_invoice_id varchar(36) not null references quickinvoice,
  kind             text        not null check (kind in ('before', 'on', 'after')),
  due_date         date        not null,
  sent             boolean     not null,
  created_ts       bigint      not null,
  primary key (quick_invoice_id, due_date, kind)
);

alter table quickinvoice add column reminder_ts bigint;
create index quickinvoice_reminder_due on quickinvoice (reminder_ts) where reminder_ts is not null and deleted_ts is null;

-- Every invoice that is open already is looked at once, and gets the moment of its next reminder then.
update quickinvoice set reminder_ts = 0 where deleted_ts is null and status_id = 1 and payment_status_id <> 2;
