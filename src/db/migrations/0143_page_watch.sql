-- The payment pages are watched: what browsers report as blocked on them is counted by day and kind, never by report, and the last look at the
-- pages as they are served is kept with what differed.
create table page_report (
  date      date        not null,
  page      varchar(32) not null,
  directive varchar(32) not null,
  blocked   varchar(32) not null,
  seen      bigint      not null,
  primary key (date, page, directive, blocked)
);

create table page_look (
  id          integer primary key constraint page_look_one check (id = 1),
  looked_ts   bigint  not null,
  pages       integer not null,
  differences text[]  not null
);
