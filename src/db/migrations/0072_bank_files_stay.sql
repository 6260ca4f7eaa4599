-- What may not change about bank files once they are written: their bytes are kept nowhere, so their rows are all that is known of them.

create trigger ach_file_stays before delete or truncate on ach_file
  for each statement execute function refuse_write('it is never removed');
create trigger ach_entry_stays before delete or truncate on ach_entry
  for each statement execute function refuse_write('it is never removed');
create trigger ach_item_stays before delete or truncate on ach_item
  for each statement execute function refuse_write('it is never removed');
create trigger ach_correction_stays before update or delete or truncate on ach_correction
  for each statement execute function refuse_write('it can only be added to');

create trigger ach_file_place
  before update of id, root_id, location_id, product_transaction_id, window_ts, part, name, facts, entry_count, debit_amount, credit_amount, sha256
  on ach_file for each row
  when ((new.id, new.root_id, new.location_id, new.product_transaction_id, new.window_ts, new.part, new.name, new.facts::text,
         new.entry_count, new.debit_amount, new.credit_amount, new.sha256)
    is distinct from
        (old.id, old.root_id, old.location_id, old.product_transaction_id, old.window_ts, old.part, old.name, old.facts::text,
         old.entry_count, old.debit_amount, old.credit_amount, old.sha256))
  execute function refuse_write('what was written stays as it was');

-- A file that was answered is not sent again; an entry that came back, or whose money has moved, is not on its way any more.
create trigger ach_file_moves before update of state on ach_file for each row
  when (old.state in ('acknowledged', 'refused') and new.state <> old.state)
  execute function refuse_write('the bank has answered');
create trigger ach_entry_moves before update of state on ach_entry for each row
  when (old.state in ('returned', 'rejected', 'withdrawn') and new.state <> old.state
    or old.state = 'settled' and new.state in ('presented', 'accepted'))
  execute function refuse_write('what is over stays over');
