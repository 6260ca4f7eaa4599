-- Files of the bank that could not be applied, so that they are listed until they are applied or a person has reviewed them; and what a
-- notice of change says whose data could not be read.
--
-- Locks: ach_item for a moment (a column without a default writes no row).

create table ach_set_aside (
  id         varchar(36)  primary key,
  name       varchar(255) not null,
  why        varchar(512) not null,
  state      text         not null,
  note       varchar(255),
  created_ts bigint       not null,
  closed_ts  bigint,
  constraint ach_set_aside_state check (state in ('open', 'applied', 'reviewed')),
  constraint ach_set_aside_closed check ((state = 'open') = (closed_ts is null))
);
-- A file that is read again and still wrong is one line.
create unique index ach_set_aside_open_key on ach_set_aside (name) where state = 'open';

-- Sealed, because it may hold an account number; erased once a person has reviewed the notice.
alter table ach_item add column corrected_data_sealed text;
alter table ach_item
  add constraint ach_item_corrected check (corrected_data_sealed is null or (state = 'unmatched' and ach_entry_id is not null)) not valid;
alter table ach_item validate constraint ach_item_corrected;
