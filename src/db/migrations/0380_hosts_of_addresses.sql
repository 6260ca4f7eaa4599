-- Branding addresses are compared as host names: without scheme, port, path and the dot at the end. Where two merchants own one host in two
-- spellings, the first keeps it. Addresses of one merchant that become the same stay as they are but for one.
create temporary table host on commit drop as
select id, root_id, url, owned_ts, created_ts,
       rtrim(regexp_replace(regexp_replace(lower(url), '^https?://', ''), '(:\d+)?([/?#].*)?$', ''), '.') as name
  from branding_domain where deleted_ts is null;

update branding_domain d set owned_ts = null
  from (select id, root_id, first_value(root_id) over (partition by name order by owned_ts, created_ts, id) as owner
          from host where owned_ts is not null) h
 where d.root_id = h.root_id and d.id = h.id and h.owner <> h.root_id;

update branding_domain d set url = h.name
  from (select id, root_id, url, name, row_number() over (partition by root_id, name order by url <> name, owned_ts, created_ts, id) as place
          from host where name <> '') h
 where d.root_id = h.root_id and d.id = h.id and h.place = 1 and h.url <> h.name;

update location l set branding_domain_url = d.url from branding_domain d
 where d.root_id = l.root_id and d.id = l.branding_domain_id and l.branding_domain_url <> d.url;

update "user" u set branding_domain_url = d.url from branding_domain d
 where d.root_id = u.root_id and d.id = u.domain_id and u.branding_domain_url <> d.url;
