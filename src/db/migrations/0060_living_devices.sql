-- A deleted record stays as a row, so a foreign key alone lets new rows name it. Where a record may only be deleted while nothing names it, whoever
-- names it has to find it living, and hold it until he is stored: who deletes it holds it whole, so one of the two always sees the other.

create function names_living() returns trigger language plpgsql as $$
declare
  living boolean;
begin
  execute format('select true from %I where id = $1 and deleted_ts is null for key share', tg_argv[1])
    into living using to_jsonb(new) ->> tg_argv[0];
  if living then return new; end if;
  raise exception using errcode = 'foreign_key_violation', table = tg_table_name,
    constraint = format('%s_%s_fkey', tg_table_name, tg_argv[0]),
    message = format('%s of "%s" names a deleted %s', tg_argv[0], tg_table_name, tg_argv[1]);
end
$$;

create trigger terminalrun_terminal_lives before insert on terminalrun
  for each row execute function names_living('terminal_id', 'terminal');
create trigger deviceterm_terminal_lives before insert or update of terminal_id on deviceterm
  for each row execute function names_living('terminal_id', 'terminal');
create trigger terminal_agent_lives before insert or update of terminal_agent_id on terminal
  for each row when (new.terminal_agent_id is not null) execute function names_living('terminal_agent_id', 'terminalagent');
