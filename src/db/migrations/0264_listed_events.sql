-- Lists of the trail and of postbacks read and sorted all that a merchant has: the order of the list ("nulls first", then the id) was none
-- of the index, counting looked every user up, and a count by created_ts was taken for one of few rows. Now each page is read by an index in
-- its order, the trail is counted in an index alone, and what manuals tell people to look for in it has an index.
--
-- Locks: writes of events wait while three indexes are built, about 2 seconds each for a million events; reads go on.

drop index event_by_time;
create index event_by_time on event (root_id, created_ts nulls first, id) include (noun);
-- The expression is that of the view: what `action` is compared with.
create index event_by_action on event (root_id, (
  case
    when verb in ('created', 'started') and changes is null then 'CREATE'
    when verb = 'deleted' then 'DELETE'
    when verb in ('revealed', 'read', 'exported') then 'READ'
    when verb = 'refused' then 'REFUSED'
    when verb in ('signed_in', 'signed_on', 'token_issued') then 'SIGN_IN'
    else 'UPDATE'
  end), created_ts nulls first, id);
create index event_by_credential on event (root_id, credential, created_ts nulls first, id) where credential is not null;

-- Weeks of postbacks are dropped by their ids (0263).
drop index postback_log_by_age;

drop view event_log;
create view event_log as
select e.id,
       e.root_id,
       e.location_id,
       case
         when e.verb in ('created', 'started') and e.changes is null then 'CREATE'
         when e.verb = 'deleted' then 'DELETE'
         when e.verb in ('revealed', 'read', 'exported') then 'READ'
         when e.verb = 'refused' then 'REFUSED'
         when e.verb in ('signed_in', 'signed_on', 'token_issued') then 'SIGN_IN'
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
       (select json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name)
          from "user" u where u.id = e.user_id) as actor,
       e.created_ts,
       e.created_ts as modified_ts,
       e.user_id as created_user_id,
       null::varchar(36) as modified_user_id,
       null::bigint as deleted_ts,
       e.request_id
  from event e
 where e.noun <> 'changelog';
