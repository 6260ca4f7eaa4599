-- A branding address belongs to one merchant: who proved it, or whom the operator names. So far the first one to write it was believed, so the
-- first one of each address owns it; the others' wait for a proof. What nobody owns serves nothing.
alter table branding_domain add column owned_ts bigint;

-- Locks: the table of branding addresses, for as long as it is sorted once.
update branding_domain d set owned_ts = d.created_ts
  from (select distinct on (lower(url)) root_id, id from branding_domain
         where deleted_ts is null order by lower(url), created_ts, id) first
 where d.root_id = first.root_id and d.id = first.id;

create unique index branding_domain_owner_key on branding_domain (lower(url)) where owned_ts is not null and deleted_ts is null;
create index branding_domain_unowned on branding_domain (id) where owned_ts is null and deleted_ts is null;
