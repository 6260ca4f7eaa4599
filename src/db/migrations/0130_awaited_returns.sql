-- Bank payments that a processor has sent and that may still come back: when they are asked about next (decision 0035). A row is the order
-- that was approved; it goes when the payment cannot come back any more.
--
-- Locks: none but for reading. The table is filled from payments of the last seventy days whose processors send them; they are asked about at once.
create table return_look (
  attempt_id           varchar(36) not null,
  root_id              varchar(36) not null,
  processor_account_id varchar(36) not null,
  -- When the processor accepted it, Unix seconds.
  since_ts             bigint      not null,
  due_ts               bigint      not null,
  primary key (attempt_id, root_id)
);
insert into return_look (attempt_id, root_id, processor_account_id, since_ts, due_ts)
select a.id, a.root_id, a.processor_account_id, a.ended_ts, 1
  from transaction t
  join attempt a on a.root_id = t.root_id and a.transaction_id = t.id and a.purpose = 'order' and a.state = 'approved'
  join processor_account p on p.root_id = a.root_id and p.id = a.processor_account_id
 where t.payment_method = 'ach' and t.status_id in (131, 132, 133, 134) and t.originate_ts is null
   and p.connector is not null and p.connector <> 'ach-file' and a.ended_ts > (select max(created_ts) from transaction) - 70 * 86400;

alter table return_look
  add constraint return_look_attempt_id_fkey foreign key (root_id, attempt_id) references attempt (root_id, id),
  add constraint return_look_processor_account_id_fkey
    foreign key (root_id, processor_account_id) references processor_account (root_id, id);
create index return_look_due on return_look (due_ts, processor_account_id, root_id);
create index return_look_by_account on return_look (processor_account_id, due_ts, attempt_id);
