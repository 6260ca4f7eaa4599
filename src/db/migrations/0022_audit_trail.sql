-- The audit trail: events name the credential that was shown, can only be added, and are sealed into one chain for each location tree.

alter table event
  add column credential varchar(64),
  -- Tells which events can no longer be preceded by others, because every older transaction has ended.
  add column xid bigint not null default pg_current_xact_id()::text::bigint;

create index event_by_xid on event using brin (xid) with (pages_per_range = 32, autosummarize = on);

-- One link of a chain stands for a few hundred events. Its hash is a keyed mark over the link before and over all these events, so
-- that nobody without the key ring can write a link anew. `marks` begin the marks of the single events, to tell which one was changed.
create table event_seal (
  root_id    varchar(36) not null,
  position   bigint      not null,
  event_ids  text[]      not null,
  marks      text[]      not null,
  content    varchar(64) not null,
  hash       varchar(64) not null,
  made_ts  bigint      not null,
  trimmed_ts bigint,
  primary key (root_id, position)
);

-- How far the seals have come: the last sealed transaction and event in it, and, in a database that was brought back from a dump and
-- counts its transactions anew, the last event of the time before.
create table event_sealing (
  id       integer primary key check (id = 1),
  xid      bigint      not null,
  event_id varchar(36) not null,
  floor_id varchar(36) not null
);

insert into event_sealing (id, xid, event_id, floor_id) values (1, 0, '', '');

create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail can only be added to';
end
$$;

create trigger event_stays before update or delete or truncate on event
  for each statement execute function audit_stays();
create trigger event_seal_stays before update or delete or truncate on event_seal
  for each statement execute function audit_stays();

-- Events as the API shows them.
create view event_log as
select e.id,
       e.root_id,
       e.location_id,
       case
         when e.verb in ('created', 'started') and e.changes is null then 'CREATE'
         when e.verb = 'deleted' then 'DELETE'
         when e.verb = 'revealed' then 'READ'
         when e.verb = 'refused' then 'REFUSED'
         else 'UPDATE'
       end as action,
       case e.noun
         when 'accountvault' then 'AccountVault'
         when 'quickinvoice' then 'QuickInvoice'
         when 'producttransaction' then 'ProductTransaction'
         when 'transactionbatch' then 'TransactionBatch'
         when 'transactionhistory' then 'TransactionHistory'
         when 'transactionlevel3' then 'TransactionLevel3'
         when 'deviceterm' then 'DeviceTerm'
         when 'postbackconfig' then 'PostbackConfig'
         when 'developercompany' then 'DeveloperCompany'
         when 'reasoncode' then 'ReasonCode'
         when 'oauthclient' then 'OauthClient'
         when 'oauthgrant' then 'OauthGrant'
         else replace(initcap(e.noun), '_', '')
       end as model,
       e.record_id as model_id,
       e.user_id,
       e.noun,
       e.verb,
       e.method,
       e.credential,
       e.address,
       e.changes,
       case
         when u.id is not null
           then json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name)
       end as actor,
       e.created_ts,
       e.created_ts as modified_ts,
       e.user_id as created_user_id,
       null::varchar(36) as modified_user_id,
       null::bigint as deleted_ts
  from event e
  left join "user" u on u.id = e.user_id;
