-- Sign-on by link, sales tax rates, and what the pay pages need to slow down who tests cards.

-- The key that software encrypts its sign-on links with; sealed, null until the operator makes one.
alter table developer add column encryption_key_sealed text;

-- A link that signs somebody in sends the browser on with a code: good once, for a moment, for one contact's page.
create table sign_on_code (
  mark       varchar(64) primary key,
  root_id    varchar(36) not null,
  user_id    varchar(36) not null,
  contact_id varchar(36) not null,
  expire_ts  bigint      not null
);

create table salestaxrate (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  location_id      varchar(36) not null references location,
  zip              varchar(10) not null,
  tax_rate         varchar(8)  not null,
  title            varchar(64),
  created_ts       bigint not null,
  modified_ts      bigint not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index salestaxrate_by_root on salestaxrate (root_id, id) where deleted_ts is null;
create index salestaxrate_by_location on salestaxrate (location_id, id) where deleted_ts is null;
create unique index salestaxrate_zip_key on salestaxrate (location_id, zip) where deleted_ts is null;

-- When the last try of a window was: after some declines the next one has to wait.
alter table counted_try add column last_ts bigint not null default 0;
