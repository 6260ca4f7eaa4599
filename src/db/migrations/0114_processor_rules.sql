-- Which other product of the merchant takes a payment, by brand, amount, country or initiation, and while the processor cannot be reached
-- (decision 0038). Locks: producttransaction, for a column without a default.

alter table producttransaction add column processor_rules json;
