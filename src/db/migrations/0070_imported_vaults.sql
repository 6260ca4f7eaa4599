-- Accounts that came from another gateway: which of its records became which of ours, so that importing twice adds nothing.
create table imported_vault (
  root_id         varchar(36) not null,
  location_id     varchar(36) not null references location,
  -- What the other gateway is known by.
  source          varchar(64) not null,
  source_id       varchar(36) not null,
  accountvault_id varchar(36) not null references accountvault,
  created_ts      bigint      not null,
  primary key (location_id, source, source_id)
);

create index imported_vault_by_vault on imported_vault (accountvault_id);
