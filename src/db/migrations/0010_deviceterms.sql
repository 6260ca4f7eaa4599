-- Terms shown on a terminal and what the customer answered; prompts counts how often they were shown.

create table deviceterm (
  id                  varchar(36)   primary key,
  root_id             varchar(36)   not null,
  location_id         varchar(36)   not null references location,
  terminal_id         varchar(36)   not null references terminal,
  require_signature   boolean       not null,
  terms_conditions    varchar(4096) not null,
  device_terms_api_id varchar(36),
  reason_code_id      integer       references reasoncode,
  created_ts          bigint        not null,
  created_user_id     varchar(36),
  prompts             integer       not null,
  prompt_ends_ts      bigint        not null,
  modified_ts         bigint        not null,
  modified_user_id    varchar(36),
  deleted_ts          bigint
);

create index deviceterm_by_root on deviceterm (root_id, id) where deleted_ts is null;
create index deviceterm_by_location on deviceterm (location_id, id) where deleted_ts is null;
create unique index deviceterm_device_terms_api_id_key on deviceterm (location_id, device_terms_api_id)
  where deleted_ts is null and device_terms_api_id <> '';
