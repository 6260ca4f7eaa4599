-- The steps from one state to another that there are. A state is a fact about the past of its row, which only a trigger can look at.

create table state_step (
  noun       text    not null,
  from_state integer not null,
  to_state   integer not null,
  primary key (noun, from_state, to_state)
);

insert into state_step (noun, from_state, to_state)
select 'transaction', from_state, unnest(to_states) from (values
  (0, array[101, 102, 111, 121, 131, 301]),
  (101, array[201]),
  (102, array[101, 201]),
  (111, array[201]),
  (131, array[132, 136, 201]),
  (132, array[131, 133, 136]),
  (133, array[134, 135, 136, 331]),
  (134, array[135, 331]),
  (135, array[132, 331])) as step (from_state, to_states);

-- 1 to settle, 2 settled, 3 error, 4 to settle again, 5 processing, 6 forced closed.
insert into state_step (noun, from_state, to_state)
select 'transactionbatch', from_state, unnest(to_states) from (values
  (1, array[2, 5, 6]),
  (3, array[4, 5, 6]),
  (4, array[3, 5, 6]),
  (5, array[2, 3, 4, 6])) as step (from_state, to_states);

create trigger state_step_stays before delete or truncate on state_step
  for each statement execute function refuse_write('a step that was possible once stays possible');

create function transaction_moves() returns trigger language plpgsql as $$
begin
  perform from state_step where noun = 'transaction' and from_state = old.status_id and to_state = new.status_id;
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transaction', constraint = 'transaction_moves',
    message = format('transaction %s cannot go from status %s to %s', old.id, old.status_id, new.status_id);
end
$$;

create trigger transaction_moves before update on transaction for each row
  when (new.status_id <> old.status_id) execute function transaction_moves();
create trigger transaction_begins before insert on transaction for each row
  when (new.status_id not in (0, 191, 301))
  execute function refuse_write('a transaction begins with the question, or ends without one');
-- What was approved or declined stays so. Of an unknown one the truth may come late.
create trigger transaction_outcome_stays before update on transaction for each row
  when (new.outcome <> old.outcome
    and (new.outcome = 'pending' or old.outcome not in ('pending', 'unknown')) and new.status_id not in (136, 331))
  execute function refuse_write('what was approved or declined stays so');

create function transactionbatch_moves() returns trigger language plpgsql as $$
begin
  perform from state_step
    where noun = 'transactionbatch' and from_state = old.processing_status_id and to_state = new.processing_status_id;
  if found then return new; end if;
  raise exception using errcode = 'check_violation', table = 'transactionbatch', constraint = 'transactionbatch_moves',
    message = format('batch %s cannot go from state %s to %s', old.id, old.processing_status_id, new.processing_status_id);
end
$$;

create trigger transactionbatch_moves before update on transactionbatch for each row
  when (new.processing_status_id <> old.processing_status_id) execute function transactionbatch_moves();
create trigger transactionbatch_begins before insert on transactionbatch for each row
  when (new.processing_status_id <> 1 or new.total_sale_count + new.total_refund_count + new.total_void_count
    + new.total_blind_refund_count > 0)
  execute function refuse_write('a batch begins open and empty');

-- A decline can turn out to have been an approval, which is then taken back; an approval ends only by being taken back.
create trigger attempt_moves before update on attempt for each row
  when (new.state <> old.state and (old.state, new.state) not in (
    ('pending', 'approved'), ('pending', 'declined'), ('pending', 'unknown'), ('unknown', 'approved'), ('unknown', 'declined'),
    ('declined', 'approved'), ('approved', 'reversed')))
  execute function refuse_write('an answer stays what it was');
create trigger attempt_begins before insert on attempt for each row
  when (new.state <> 'pending')
  execute function refuse_write('what is asked is written down before it is asked');
create trigger settlement_moves before update on settlement for each row
  when (new.state <> old.state and old.state <> 'pending')
  execute function refuse_write('an answer stays what it was');
create trigger settlement_begins before insert on settlement for each row
  when (new.state <> 'pending')
  execute function refuse_write('what is asked is written down before it is asked');
