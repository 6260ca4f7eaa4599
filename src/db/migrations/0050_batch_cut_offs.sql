-- Batches settle by themselves, once a day at an hour of the product.

alter table producttransaction
  add column batch_auto_settle boolean not null default true,
  add column batch_settle_hour integer not null default 4;
alter table producttransaction
  alter column batch_auto_settle drop default,
  alter column batch_settle_hour drop default;

-- When somebody looks at the batch again; 0: its next cut-off has still to be found.
alter table transactionbatch add column due_ts bigint;
update transactionbatch set due_ts = 0 where is_open;
create index transactionbatch_due on transactionbatch (due_ts, id) where due_ts is not null;

-- What a batch was asked to be settled by, newest last.
create index settlement_by_batch on settlement (transactionbatch_id, id);

-- The request at a terminal that a batch was closed by: it is closed once, whatever interrupts the request.
alter table settlement add column terminalrun_id varchar(36);
create unique index settlement_terminalrun_key on settlement (terminalrun_id) where terminalrun_id is not null;
