-- Tokens, users who are locked for a while after too many wrong passwords, and how processes tell each other of both.

alter table "user" add column login_locked_until_ts bigint;

-- A token is kept as a keyed mark. Only used_ts changes, and no index holds it, so that noting a use is cheap.
create table access_token (
  mark       varchar(64) primary key,
  id         varchar(36) not null,
  root_id    varchar(36) not null,
  user_id    varchar(36) not null,
  created_ts bigint      not null,
  used_ts    bigint      not null
) with (fillfactor = 70);

create index access_token_by_user on access_token (user_id);

-- Raised whenever a credential, a user or the place of a user changes: what a process remembers of them is then old.
create table credential_version (
  id      integer primary key check (id = 1),
  version bigint  not null
);

insert into credential_version (id, version) values (1, 0);

-- The pay pages' counters now serve everything that is tried: sign-ins, cards, declines.
alter table page_try rename to counted_try;
alter index page_try_pkey rename to counted_try_pkey;
alter index page_try_by_age rename to counted_try_by_age;
