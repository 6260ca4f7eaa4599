-- What an operator or a merchant has to look at because it may be an attack, and what is counted to find it. All of it is found in the background.

create table alert (
  id                varchar(36)  not null,
  -- Empty where it is a matter of the operator and of no merchant.
  root_id           varchar(36)  not null,
  location_id       varchar(36),
  matter            text         not null,
  subject           varchar(64)  not null,
  says              varchar(512) not null,
  -- Days since 1970 (UTC): the same matter is told once a day.
  day               integer      not null,
  notice_ts         bigint,
  created_ts        bigint       not null,
  modified_ts       bigint       not null,
  created_user_id   varchar(36),
  modified_user_id  varchar(36),
  deleted_ts        bigint,
  primary key (id, root_id),
  constraint alert_location_id_fkey foreign key (root_id, location_id) references location (root_id, id),
  constraint alert_owner check ((root_id = '') = (location_id is null))
);
create unique index alert_once_key on alert (root_id, matter, subject, day);
create index alert_by_root on alert (root_id, id) where deleted_ts is null;
create index alert_by_place on alert (location_id, id) where deleted_ts is null;
create index alert_notice on alert (notice_ts) where notice_ts is not null;
create index alert_by_time on alert (created_ts);

-- Answers of a quarter of an hour: refused credentials, refused rights, and payments of a product by outcome.
create table watched_count (
  root_id   varchar(36) not null,
  what      varchar(16) not null,
  -- A product, or empty.
  subject   varchar(36) not null,
  window_ts bigint      not null,
  seen      bigint      not null,
  primary key (root_id, what, subject, window_ts)
);
create index watched_count_by_time on watched_count (window_ts);

-- Networks (a /16 of IPv4, a /32 of IPv6) and countries from which a key has been used.
create table key_place (
  root_id    varchar(36) not null,
  credential varchar(64) not null,
  kind       varchar(8)  not null,
  place      varchar(64) not null,
  first_ts   bigint      not null,
  primary key (root_id, credential, kind, place)
);

-- How far the chain of each merchant has been verified; empty for what belongs to none.
create table verified_chain (
  root_id     varchar(36) primary key,
  position    bigint      not null,
  hash        varchar(64) not null,
  verified_ts bigint      not null
);

-- Users who were given more rights, whoever gave them and by whatever way, until somebody has been told.
create table granted_right (
  id      bigint      generated always as identity,
  root_id varchar(36) not null,
  user_id varchar(36) not null,
  was     integer,
  became  integer     not null,
  at_root boolean     not null,
  by_user varchar(36),
  primary key (id, root_id)
);

create function note_granted_right() returns trigger language plpgsql as $$
begin
  insert into granted_right (root_id, user_id, was, became, at_root, by_user)
  values (new.root_id, new.id, case tg_op when 'UPDATE' then old.user_type_id end, new.user_type_id,
          new.primary_location_id = new.root_id, case tg_op when 'UPDATE' then new.modified_user_id else new.created_user_id end);
  return null;
end
$$;

-- A lower number has more rights, but 100 is a payer. Administrators and operators are told of when they are made; others when they rise.
create trigger user_made_with_rights after insert on "user" for each row
  when (new.user_type_id in (200, 250)) execute function note_granted_right();
create trigger user_given_rights after update of user_type_id, primary_location_id on "user" for each row
  when ((new.user_type_id <> 100 and (new.user_type_id < old.user_type_id or old.user_type_id = 100))
     or (new.primary_location_id = new.root_id and old.primary_location_id <> old.root_id and new.user_type_id <> 100))
  execute function note_granted_right();
