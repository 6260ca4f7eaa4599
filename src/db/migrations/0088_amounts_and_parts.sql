-- The parts of an amount agree with it, and authorizations end.
--
-- Locks: the new column and the rule are added without looking at the rows, the index and the comparison read the table
-- once (two seconds for a million rows); sales wait for the migration as for every one that adds a column.

alter table transaction add column expire_ts bigint;

-- Tax, tip and surcharge are within the amount the transaction stands for, and so is the subtotal. That amount is what was requested until there
-- is an outcome and after a decline, then what was captured, or authorized. A voided one stands for nothing and shows the parts it had.
alter table transaction add constraint transaction_parts_fit check (
  status_id = 201
  or greatest(coalesce(tip_amount, 0) + coalesce(surcharge_amount, 0) + tax, subtotal_amount)
    <= case when status_id in (0, 301) then transaction_amount when captured_amount > 0 then captured_amount else authorized_amount end
  ) not valid;

-- Rows of before can hold parts of an amount that a capture, a partial reversal, a tip or a partial approval has made smaller, and address
-- checks parts of nothing. They are reduced as the gateway does it now: the tip first, then the surcharge, then the tax; the subtotal becomes
-- what remains. What they were is in the audit trail, as the event of the migration.
-- Triggers are off meanwhile, because what is settled or final changes no more otherwise. No sum contains a part.
alter table transaction disable trigger user;

with standing as (
  select id, root_id, location_id, modified_ts, tax, tip_amount, surcharge_amount, subtotal_amount,
         case when status_id in (0, 301) then transaction_amount when captured_amount > 0 then captured_amount else authorized_amount end as amount
    from transaction
   where status_id <> 201
), broken as (
  select *, greatest(0, coalesce(tip_amount, 0) + coalesce(surcharge_amount, 0) + tax - amount) as excess
    from standing
   where greatest(coalesce(tip_amount, 0) + coalesce(surcharge_amount, 0) + tax, subtotal_amount) > amount
), tipped as (
  select *, tip_amount - least(tip_amount, excess) as new_tip, excess - least(coalesce(tip_amount, 0), excess) as after_tip from broken
), charged as (
  select *, surcharge_amount - least(surcharge_amount, after_tip) as new_surcharge,
         after_tip - least(coalesce(surcharge_amount, 0), after_tip) as after_surcharge from tipped
), reduced as (
  select *, tax - least(tax, after_surcharge) as new_tax from charged
), written as (
  update transaction t
     set tip_amount = r.new_tip, surcharge_amount = r.new_surcharge, tax = r.new_tax,
         subtotal_amount = least(r.subtotal_amount, r.amount - coalesce(r.new_tip, 0) - coalesce(r.new_surcharge, 0) - r.new_tax)
    from reduced r
   where t.id = r.id
)
insert into event (id, root_id, location_id, noun, record_id, verb, changes, method, created_ts)
select lpad(to_hex(modified_ts * 1000), 11, '0') || left(md5(id || ' parts'), 13), root_id, location_id, 'transaction', id, 'updated',
       json_build_object('tip_amount', tip_amount::text, 'surcharge_amount', surcharge_amount::text, 'tax', tax::text,
         'subtotal_amount', subtotal_amount::text),
       'migration', modified_ts
  from reduced;

-- An authorization of before ends as one of now: so many days after it was approved, by its network. Those that are over already are given back
-- as soon as the gateway runs. Hotels have thirty days.
update transaction t
   set expire_ts = coalesce(t.timestamp, t.created_ts) + 86400 * case
         when p.industry_type = 'lodging' then 30
         when t.account_type = 'mc' then 30
         when t.account_type in ('visa', 'disc', 'diners', 'jcb') then 10
         else 7 end
  from producttransaction p
 where t.status_id = 102 and p.id = t.product_transaction_id;

alter table transaction enable trigger user;
alter table transaction validate constraint transaction_parts_fit;
create index transaction_expiring on transaction (expire_ts) where expire_ts is not null and doing is null;
