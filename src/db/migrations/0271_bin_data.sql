-- BIN data that the operator brings: how cards are funded, by their first digits (decision 0059).
-- Locks: none but of the new tables.

-- One file of BIN data. Its ranges are written before it becomes the one that is used, in the same transaction.
create table bin_import (
  id          integer generated always as identity primary key,
  is_current  boolean      not null,
  file_name   varchar(255) not null,
  file_hash   varchar(64)  not null,
  line_count  integer      not null,
  range_count integer      not null,
  created_ts  bigint       not null,
  constraint bin_import_counts check (line_count > 0 and range_count > 0)
);
create unique index bin_import_current_key on bin_import (is_current) where is_current;

-- Ranges of an import, none of which overlap. Both ends have eleven digits; a number is compared by its first eleven. No foreign key, which a
-- million rows would be looked up for: ranges without their import are never read, and are deleted after the next import.
create table bin_range (
  import_id integer    not null,
  low       bigint     not null,
  high      bigint     not null,
  brand     varchar(6) not null,
  funding   varchar(7) not null,
  country   varchar(3) not null,
  constraint bin_range_pkey primary key (import_id, low),
  constraint bin_range_ends check (low between 0 and high and high <= 99999999999),
  constraint bin_range_funding check (funding in ('credit', 'debit', 'prepaid', 'unknown'))
);
