-- Contacts are told before a recurring runs, once for each date.

alter table recurring add column notice_ts bigint;
create index recurring_notice_due on recurring (notice_ts) where notice_ts is not null and deleted_ts is null;

create table recurring_notice (
  recurring_id varchar(36) not null references recurring,
  run_date     date        not null,
  created_ts   bigint      not null,
  primary key (recurring_id, run_date)
);

-- What runs already is looked at once, and gets the moment of its next notice then.
update recurring set notice_ts = 0
 where deleted_ts is null and status = 'active' and next_run_date is not null and notification_days > 0;
