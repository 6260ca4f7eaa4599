-- The least and the largest payment that the processor of a product takes. Connectors declare them; every start of the gateway and every change
-- of a product's connector store them here, where the rules of invoices, links, pages and recurrings read them.
--
-- Locks: the table is closed for the change of its columns, which writes no row; the check reads it once.

alter table producttransaction
  add column least_amount bigint not null default 1,
  add column largest_amount bigint not null default 9999999999,
  add constraint producttransaction_amounts check (least_amount between 1 and largest_amount and largest_amount <= 9999999999);
