-- A payment belongs to the account at the processor that authorised it, whatever its product says later (decision 0026). Each version
-- of a product's account is a row that never changes; payments, attempts, batches and settlements carry it in their keys.
--
-- What is stored already belongs to version 1, which has the id of its product. Names that products had earlier are not reconstructed:
-- every name was the simulator, and live mode could not start.
--
-- Processes of earlier versions cannot write to these tables any more: stop them first. Locks: every table that is altered here is
-- closed until the commit; transaction, attempt and terminalrun are written anew once.

create table processor_account (
  id                     varchar(36) not null,
  root_id                varchar(36) not null,
  product_transaction_id varchar(36) not null,
  version                integer     not null,
  processor              text        not null,
  settings               json        not null,
  created_ts             bigint      not null,
  primary key (id, root_id),
  constraint processor_account_product_key unique (id, product_transaction_id, root_id),
  constraint processor_account_processor_key unique (id, processor, product_transaction_id, root_id),
  constraint processor_account_version_key unique (product_transaction_id, version, root_id),
  constraint processor_account_version check (version > 0),
  constraint processor_account_product_transaction_id_fkey
    foreign key (root_id, product_transaction_id) references producttransaction (root_id, id)
);

insert into processor_account (id, root_id, product_transaction_id, version, processor, settings, created_ts)
select id, root_id, id, 1, processor,
       json_build_object('processor_version', processor_version, 'merchant_id', merchant_id, 'terminal_id', terminal_id,
         'account_number', account_number, 'processor_data', processor_data),
       created_ts
  from producttransaction;

create trigger processor_account_stays before update of id, root_id, product_transaction_id, version, processor, settings, created_ts
  or delete or truncate on processor_account
  for each statement execute function refuse_write('it can only be added to');

-- Its current account is its own and of its own processor.
alter table producttransaction add column processor_account_id varchar(36) generated always as (id) stored;
alter table producttransaction
  alter column processor_account_id drop expression,
  alter column processor_account_id set not null,
  add constraint producttransaction_processor_account_id_fkey foreign key (root_id, id, processor, processor_account_id)
    references processor_account (root_id, product_transaction_id, processor, id);

alter table terminalrun add column processor_account_id varchar(36) generated always as (product_transaction_id) stored;
alter table terminalrun
  alter column processor_account_id drop expression,
  add constraint terminalrun_account check ((product_transaction_id is null) = (processor_account_id is null)),
  add constraint terminalrun_processor_account_id_fkey foreign key (root_id, product_transaction_id, processor_account_id)
    references processor_account (root_id, product_transaction_id, id);

-- An account has one open batch; numbers are counted by product.
alter table transaction drop constraint transaction_transaction_batch_id_fkey;
alter table transactionbatch add column processor_account_id varchar(36) generated always as (product_transaction_id) stored;
alter table transactionbatch
  alter column processor_account_id drop expression,
  alter column processor_account_id set not null,
  drop constraint transactionbatch_product_key,
  add constraint transactionbatch_account_key unique (id, processor_account_id, root_id),
  add constraint transactionbatch_processor_account_id_fkey foreign key (root_id, product_transaction_id, processor_account_id)
    references processor_account (root_id, product_transaction_id, id);
drop index transactionbatch_open_key;
create unique index transactionbatch_open_key on transactionbatch (processor_account_id, root_id) where is_open;

-- A payment, the batch it is settled with and the payment it refunds are of one account.
alter table transaction
  drop constraint transaction_refunded_id_fkey,
  drop constraint transaction_product_key;
alter table transaction add column processor_reference varchar(64);
create function reference_of(asked varchar(36)) returns varchar(64) stable language sql
  as $$ select processor_reference from attempt where id = asked $$;
alter table transaction
  add column processor_account_id varchar(36) generated always as (product_transaction_id) stored,
  alter column processor_reference type varchar(64) using reference_of(id);
drop function reference_of;
alter table transaction
  alter column processor_account_id drop expression,
  alter column processor_account_id set not null,
  add constraint transaction_account_key unique (id, processor_account_id, root_id),
  add constraint transaction_processor_account_id_fkey foreign key (root_id, product_transaction_id, processor_account_id)
    references processor_account (root_id, product_transaction_id, id) not valid,
  add constraint transaction_transaction_batch_id_fkey foreign key (root_id, transaction_batch_id, processor_account_id)
    references transactionbatch (root_id, id, processor_account_id) not valid,
  add constraint transaction_refunded_id_fkey foreign key (root_id, refunded_id, processor_account_id)
    references transaction (root_id, id, processor_account_id) not valid;

-- What is sent about a payment goes to the account of the payment, and a batch is settled at its own.
drop trigger attempt_place on attempt;
alter table attempt add column processor_account_id varchar(36);
create function account_of(asked varchar(36)) returns varchar(36) stable language sql
  as $$ select processor_account_id from transaction where id = asked $$;
alter table attempt alter column processor_account_id type varchar(36) using account_of(transaction_id);
drop function account_of;
alter table attempt
  drop constraint attempt_transaction_id_fkey,
  drop column processor,
  alter column processor_account_id set not null,
  add constraint attempt_transaction_id_fkey foreign key (root_id, transaction_id, processor_account_id)
    references transaction (root_id, id, processor_account_id) not valid;
alter table settlement add column processor_account_id varchar(36);
update settlement s set processor_account_id = b.processor_account_id from transactionbatch b where b.id = s.transactionbatch_id;
drop trigger settlement_place on settlement;
alter table settlement
  drop constraint settlement_transactionbatch_id_fkey,
  drop column processor,
  alter column processor_account_id set not null,
  add constraint settlement_transactionbatch_id_fkey foreign key (root_id, transactionbatch_id, processor_account_id)
    references transactionbatch (root_id, id, processor_account_id);

-- The account of a row never changes.
drop trigger transaction_place on transaction;
create trigger transaction_place before update of id, root_id, location_id, product_transaction_id, processor_account_id, payment_method,
  type_id, previous_transaction_id, recurring_id, paylink_id on transaction for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.processor_account_id, new.payment_method, new.type_id,
         new.previous_transaction_id, new.recurring_id, new.paylink_id)
    is distinct from
        (old.id, old.root_id, old.location_id, old.product_transaction_id, old.processor_account_id, old.payment_method, old.type_id,
         old.previous_transaction_id, old.recurring_id, old.paylink_id))
  execute function refuse_write('whose money it is and what for stays as it was');
drop trigger transactionbatch_place on transactionbatch;
create trigger transactionbatch_place before update of id, root_id, location_id, product_transaction_id, processor_account_id
  on transactionbatch for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.processor_account_id)
    is distinct from (old.id, old.root_id, old.location_id, old.product_transaction_id, old.processor_account_id))
  execute function refuse_write('whose batch it is stays as it was');
create trigger attempt_place before update of id, root_id, transaction_id, processor_account_id, action, purpose, original, amount
  on attempt for each row
  when ((new.id, new.root_id, new.transaction_id, new.processor_account_id, new.action, new.purpose, new.original, new.amount)
    is distinct from
        (old.id, old.root_id, old.transaction_id, old.processor_account_id, old.action, old.purpose, old.original, old.amount))
  execute function refuse_write('what was asked stays as it was asked');
create trigger settlement_place before update on settlement for each row
  when ((new.id, new.root_id, new.transactionbatch_id, new.processor_account_id)
    is distinct from (old.id, old.root_id, old.transactionbatch_id, old.processor_account_id))
  execute function refuse_write('what was asked stays as it was asked');

alter table transaction validate constraint transaction_processor_account_id_fkey;
alter table transaction validate constraint transaction_transaction_batch_id_fkey;
alter table transaction validate constraint transaction_refunded_id_fkey;
alter table attempt validate constraint attempt_transaction_id_fkey;
