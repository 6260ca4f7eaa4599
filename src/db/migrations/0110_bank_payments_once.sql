-- A bank payment leaves once: with a file of ours, or sent by its processor. One that a processor sends can never wait for a file.
-- Locks: transaction, for the moment in which its trigger is made; it looks at no row that is there.

create function leaves_once() returns trigger language plpgsql as $$
declare
  sender text;
begin
  select connector into sender from processor_account where id = new.processor_account_id and root_id = new.root_id;
  if sender is null or sender = 'ach-file' then return null; end if;
  raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_name,
    message = format('"%s" is violated: transaction %s is sent by %s', tg_name, new.id, sender);
end
$$;

create trigger transaction_leaves_once after insert or update of originate_ts on transaction for each row
  when (new.originate_ts is not null) execute function leaves_once();
