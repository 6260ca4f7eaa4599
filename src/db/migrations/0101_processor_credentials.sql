-- An account at a processor names its connector, with the settings that the operator gave for it; its secrets lie apart, sealed, and are
-- replaced without a new version (decision 0036). Locks: processor_account, one row for each version of a product, until the commit.

alter table processor_account
  -- Null: the account names none. The sandbox's simulator serves those, and live mode nothing.
  add column connector text,
  add column connector_settings jsonb not null default '{}',
  -- The first version with this connector and these settings, whose secrets it uses; null where the connector takes none.
  add column credentials_account_id varchar(36),
  add constraint processor_account_connector
    check (connector is not null or (connector_settings = '{}' and credentials_account_id is null)),
  add constraint processor_account_settings_length check (octet_length(connector_settings::text) <= 2400),
  add constraint processor_account_connector_key unique (id, connector, connector_settings, product_transaction_id, root_id);
-- Secrets are of use with the connector and at the address they were given for, and nowhere else.
alter table processor_account
  add constraint processor_account_credentials_account_id_fkey
    foreign key (root_id, product_transaction_id, connector, connector_settings, credentials_account_id)
    references processor_account (root_id, product_transaction_id, connector, connector_settings, id);

drop trigger processor_account_stays on processor_account;
create trigger processor_account_stays before update of id, root_id, product_transaction_id, version, processor, settings, connector,
  connector_settings, credentials_account_id, created_ts
  or delete or truncate on processor_account
  for each statement execute function refuse_write('it can only be added to');

create table processor_credentials (
  id                   varchar(36) not null,
  root_id              varchar(36) not null,
  processor_account_id varchar(36) not null,
  -- The last one counts.
  version              integer     not null,
  sealed               text        not null,
  created_ts           bigint      not null,
  primary key (id, root_id),
  constraint processor_credentials_version_key unique (processor_account_id, version, root_id),
  constraint processor_credentials_version check (version > 0),
  constraint processor_credentials_processor_account_id_fkey
    foreign key (root_id, processor_account_id) references processor_account (root_id, id)
);

-- Only the wrapping of a seal changes, when keys are rotated.
create trigger processor_credentials_stays before update of id, root_id, processor_account_id, version, created_ts
  or delete or truncate on processor_credentials
  for each statement execute function refuse_write('it can only be added to');
