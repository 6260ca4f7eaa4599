-- Postbacks: what is to be told to whom, every try to tell it, and how the receivers of configurations are doing.

alter table postbackconfig
  add column disabled_ts                bigint,
  add column disabled_reason            varchar(255),
  add column failing_since_ts           bigint,
  add column signing_secret_sealed      text,
  add column signing_secret_old_sealed  text,
  add column signing_secret_old_until_ts bigint;

-- The order in which things happened to a record: its writes wait for each other, so later numbers are later states.
create sequence postback_log_place;

-- One event to be told to one configuration. No references: every write of a posted noun would lock the configuration's row.
create table postback_log (
  id                   varchar(36) primary key,
  root_id              varchar(36) not null,
  location_id          varchar(36) not null,
  postback_config_id   varchar(36) not null,
  resource             text        not null,
  type                 text        not null,
  resource_id          varchar(36) not null,
  postback_status_id   integer     not null,
  number_of_attempts   integer     not null,
  -- Null once there is nothing more to be done.
  next_run_ts          bigint,
  message_id           varchar(36) not null,
  replay_of_id         varchar(36),
  url                  varchar(512),
  event_id             varchar(36),
  expands              varchar(512),
  -- The row as it was stored, until it is put into the form callers see.
  record               json,
  data                 text,
  place                bigint      not null default nextval('postback_log_place'),
  leased_until         bigint,
  created_ts           bigint      not null,
  modified_ts          bigint      not null,
  created_user_id      varchar(36),
  modified_user_id     varchar(36),
  deleted_ts           bigint
);

create index postback_log_by_root on postback_log (root_id, id);
create index postback_log_by_config on postback_log (postback_config_id, id);
create index postback_log_by_record on postback_log (resource_id, id);
create index postback_log_by_age on postback_log (created_ts);
-- What is open: all of it by time, of one receiver by time, of one record in order.
create index postback_log_due on postback_log (next_run_ts) where next_run_ts is not null;
create index postback_log_lane on postback_log (postback_config_id, next_run_ts, place) where next_run_ts is not null;
create index postback_log_order on postback_log (postback_config_id, resource_id, place) where next_run_ts is not null;
create index postback_log_raw on postback_log (place) where data is null and next_run_ts is not null;
alter table postback_log set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- One try. The body that was sent is made of its log's data and its own number.
create table postback_attempt (
  id                 varchar(36) primary key,
  root_id            varchar(36) not null,
  location_id        varchar(36) not null,
  postback_config_id varchar(36) not null,
  postback_log_id    varchar(36) not null references postback_log on delete cascade,
  number_of_attempts integer     not null,
  succeeded          boolean     not null,
  url                varchar(512) not null,
  request_headers    json        not null,
  response_status    integer,
  response_headers   json,
  response_body      text,
  error              varchar(255),
  duration_ms        integer     not null,
  created_ts         bigint      not null,
  modified_ts        bigint      not null,
  created_user_id    varchar(36),
  modified_user_id   varchar(36),
  deleted_ts         bigint
);

create index postback_attempt_by_root on postback_attempt (root_id, id);
create index postback_attempt_by_config on postback_attempt (postback_config_id, id);
create index postback_attempt_by_log on postback_attempt (postback_log_id, id);
