-- Sign-ins, files that were taken and reads of the trail itself are events. The API shows the first two; who pages through the trail must not
-- find it one longer on each page. The rest of the view is that of 0104.
--
-- Locks: a view, for a moment.
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
       case
         when u.id is not null
           then json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name)
       end as actor,
       e.created_ts,
       e.created_ts as modified_ts,
       e.user_id as created_user_id,
       null::varchar(36) as modified_user_id,
       null::bigint as deleted_ts,
       e.request_id
  from event e
  left join "user" u on u.id = e.user_id
 where e.noun <> 'changelog';
