-- Takes back the subtotals that 0088 gave to payments whose parts it reduced and that had none, by what it noted in the audit trail.
--
-- Locks: none but those of the rows; the table is read once. Triggers are off because what is settled or final changes no more otherwise.

alter table transaction disable trigger user;

update transaction t
   set subtotal_amount = null
  from event e
 where t.subtotal_amount is not null
   and e.record_id = t.id and e.noun = 'transaction' and e.method = 'migration' and e.changes ->> 'subtotal_amount' is null;

alter table transaction enable trigger user;
