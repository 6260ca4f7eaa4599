-- Every table of merchants' records gets root_id, also those that knew their merchant only through the record they belong to.
-- The keys that carry it follow in 0081 to 0083. Processes of earlier versions cannot write to these tables any more: stop them first.
--
-- Locks: every table that is altered here is closed until the commit; each of them is written anew once.
-- Rehearsed with 0081 to 0083 on a database of 4.3 GB: a million payments, attempts and invoices each, two million events, 200,000
-- rows in each of the larger tables named here. Two cores, PostgreSQL 18: 7 seconds.

alter table location_tree add column root_id varchar(36);
alter table page_attempt add column root_id varchar(36);
alter table quick_invoice_reminder add column root_id varchar(36);
alter table recurring_notice add column root_id varchar(36);
alter table velocity_use add column root_id varchar(36);
alter table microdeposit_entry add column root_id varchar(36);
alter table ach_correction add column root_id varchar(36);
alter table oauth_code add column root_id varchar(36);
alter table oauth_token add column root_id varchar(36);
alter table agentcall add column root_id varchar(36);
alter table idempotency add column root_id varchar(36);
-- A grant may name an integration of its own merchant, or one of the operator, which has an empty root_id.
alter table oauthgrant add column client_root_id varchar(36);

-- These two can only be added to; here nothing of what they say changes.
alter table recurring_notice disable trigger recurring_notice_stays;
alter table ach_correction disable trigger ach_correction_stays;

update location_tree t set root_id = p.root_id from location p where p.id = t.descendant_id;
update page_attempt t
   set root_id = coalesce((select root_id from quickinvoice where id = t.page_id), (select root_id from paylink where id = t.page_id));
update quick_invoice_reminder t set root_id = p.root_id from quickinvoice p where p.id = t.quick_invoice_id;
update recurring_notice t set root_id = p.root_id from recurring p where p.id = t.recurring_id;
update velocity_use t set root_id = p.root_id from producttransaction p where p.id = t.product_transaction_id;
update microdeposit_entry t set root_id = p.root_id from microdeposit p where p.id = t.microdeposit_id;
update ach_correction t set root_id = p.root_id from instrument p where p.id = t.instrument_id;
update oauth_code t set root_id = p.root_id from oauthgrant p where p.id = t.grant_id;
update oauth_token t set root_id = p.root_id from oauthgrant p where p.id = t.grant_id;
update agentcall t set root_id = p.root_id from terminalagent p where p.id = t.agent_id;
-- Keys live for a day. One that belongs to no user is kept for the rest of it.
update idempotency t set root_id = coalesce((select root_id from "user" where id = t.user_id), '');
update oauthgrant t set client_root_id = p.root_id from oauthclient p where p.id = t.oauthclient_id;

alter table recurring_notice enable trigger recurring_notice_stays;
alter table ach_correction enable trigger ach_correction_stays;

alter table location_tree alter column root_id set not null;
alter table page_attempt alter column root_id set not null;
alter table quick_invoice_reminder alter column root_id set not null;
alter table recurring_notice alter column root_id set not null;
alter table velocity_use alter column root_id set not null;
alter table microdeposit_entry alter column root_id set not null;
alter table ach_correction alter column root_id set not null;
alter table oauth_code alter column root_id set not null;
alter table oauth_token alter column root_id set not null;
alter table agentcall alter column root_id set not null;
alter table idempotency alter column root_id set not null;
alter table oauthgrant
  alter column client_root_id set not null,
  add constraint oauthgrant_client check (client_root_id in ('', root_id));

-- What is the same for everybody belongs to no merchant, and says so.
alter table reasoncode add constraint reasoncode_everybody check (root_id = '');
alter table terminalmanufacturer add constraint terminalmanufacturer_everybody check (root_id = '');
alter table terminalapplication add constraint terminalapplication_everybody check (root_id = '');
alter table terminalcvm add constraint terminalcvm_everybody check (root_id = '');
alter table scannermanufacturer add constraint scannermanufacturer_everybody check (root_id = '');
alter table scannermodel add constraint scannermodel_everybody check (root_id = '');
