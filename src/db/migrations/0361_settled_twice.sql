-- A processor may list a payment twice in one batch, and correct a list later. Each line is kept, and the amount that was told last beside the
-- first one, so that what it has settled is the sum of its lines.
--
-- Locks: settled_payment, for two columns and its key over the few rows there are.
alter table settled_payment
  -- The second line of one payment in one batch is 2.
  add column line        integer not null default 1,
  -- Where the processor told another amount later.
  add column told_amount bigint,
  drop constraint settled_payment_key,
  add constraint settled_payment_key unique (product_transaction_id, processor_reference, batch, line, root_id),
  add constraint settled_payment_line check (line >= 1);

drop trigger settled_payment_stays on settled_payment;
create trigger settled_payment_stays before update of id, root_id, product_transaction_id, processor_reference, batch, line, amount, settled_ts,
  created_ts or delete or truncate on settled_payment
  for each statement execute function refuse_write('it can only be added to');
