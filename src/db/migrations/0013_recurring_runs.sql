-- Recurrings run: when each falls due, and one row for every occurrence that was charged or missed.

alter table recurring add column due_ts bigint;

update recurring
   set due_ts = extract(epoch from (next_run_date + time '06:00') at time zone coalesce(nullif(location.tz, ''), 'America/New_York'))
  from location
 where location.id = recurring.location_id and recurring.next_run_date is not null and recurring.deleted_ts is null;

drop index recurring_due;
create index recurring_due on recurring (due_ts, id) where due_ts is not null and deleted_ts is null;

-- The last word on charging twice: one row for each recurring and occurrence, whatever crashes or runs at the same moment.
create table recurring_run (
  recurring_id    varchar(36) not null references recurring,
  occurrence_date date        not null,
  root_id         varchar(36) not null,
  -- Null where nobody was charged: the day had passed for too long.
  transaction_id  varchar(36) references transaction,
  created_ts      bigint      not null,
  primary key (recurring_id, occurrence_date)
);

create index recurring_run_by_transaction on recurring_run (transaction_id) where transaction_id is not null;

-- How much of a long run waits for a worker is asked every second.
create index job_recurring_run on job (task) where task = 'recurring.run' and leased_until is null and failed_ts is null;
