-- OAuth 2.0: registered integrations, what users granted them, and codes and tokens, of which only keyed marks are kept.

-- Integrations the operator registers have no root_id (an empty one) and serve every merchant.
create table oauthclient (
  id                 varchar(36) primary key,
  root_id            varchar(36) not null,
  name               varchar(64) not null,
  description        varchar(255) not null,
  homepage_url       varchar(512) not null,
  redirect_urls      text[]  not null,
  is_public          boolean not null,
  active             boolean not null,
  client_secret_mark varchar(64),
  created_ts         bigint not null,
  modified_ts        bigint not null,
  created_user_id    varchar(36),
  modified_user_id   varchar(36),
  deleted_ts         bigint,
  constraint oauthclient_secret check (is_public = (client_secret_mark is null))
);

create index oauthclient_by_root on oauthclient (root_id, id) where deleted_ts is null;

create table oauthgrant (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  location_id      varchar(36) not null references location,
  user_id          varchar(36) not null references "user",
  oauthclient_id   varchar(36) not null references oauthclient,
  name             varchar(64) not null,
  scope            varchar(16) not null,
  created_ts       bigint not null,
  modified_ts      bigint not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index oauthgrant_by_root on oauthgrant (root_id, id) where deleted_ts is null;
create index oauthgrant_by_location on oauthgrant (location_id, id) where deleted_ts is null;
create index oauthgrant_by_user on oauthgrant (user_id, id) where deleted_ts is null;
create index oauthgrant_by_client on oauthgrant (oauthclient_id) where deleted_ts is null;

-- A code is good once, for a few minutes; a used one is kept for a while, so that its second use is noticed.
create table oauth_code (
  mark           varchar(64) primary key,
  grant_id       varchar(36) not null references oauthgrant,
  redirect_url   text        not null,
  code_challenge varchar(128),
  expires_ts     bigint      not null,
  used_ts        bigint
);

create index oauth_code_by_age on oauth_code (expires_ts);
create index oauth_code_by_grant on oauth_code (grant_id);

-- Refresh tokens have no end of their own. One that was replaced is kept, so that its second use is noticed.
create table oauth_token (
  mark        varchar(64) primary key,
  grant_id    varchar(36) not null references oauthgrant,
  kind        text        not null check (kind in ('access', 'refresh')),
  expires_ts  bigint,
  replaced_ts bigint,
  created_ts  bigint      not null
);

create index oauth_token_by_age on oauth_token (expires_ts) where expires_ts is not null;
create index oauth_token_by_grant on oauth_token (grant_id);
