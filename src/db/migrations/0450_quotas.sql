-- What each merchant used of what costs others: mails, texts, printed invoices and bytes of stored files (G54). Each use adds to the rows of its
-- spans and brings the limits along: the check is the limit, and no two processes can both take what is left.
--
-- Locks: none, the table is new.

create table merchant_use (
  root_id   varchar(36) not null,
  what      text        not null,
  span      text        not null,
  -- Unix seconds at which the span begins; 0 for what is counted as long as it is kept.
  begins_ts bigint      not null,
  used      bigint      not null,
  -- Null is no limit.
  most      bigint,
  primary key (root_id, what, span, begins_ts),
  constraint merchant_use_what check (what in ('mail', 'text', 'print', 'file_byte')),
  constraint merchant_use_span check (span in ('hour', 'day', 'month', 'all')),
  constraint merchant_use_used check (used >= 0),
  constraint merchant_use_within check (used <= most)
);
create index merchant_use_over on merchant_use (begins_ts) where span <> 'all';

insert into merchant_use (root_id, what, span, begins_ts, used)
select root_id, 'file_byte', 'all', 0, sum(file_size_bytes) from file where deleted_ts is null group by root_id;
