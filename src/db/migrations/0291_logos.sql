-- Pictures that merchants have uploaded (decision 0060). The id is the hash of the content, so it is never changed.
create table logo (
  id           varchar(40) not null,
  root_id      varchar(36) not null,
  content_type text        not null,
  content      bytea       not null,
  created_ts   bigint      not null,
  primary key (id, root_id),
  constraint logo_type check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint logo_size check (octet_length(content) between 1 and 200000)
);
create index logo_by_root on logo (root_id, created_ts);
-- Pictures are compressed already.
alter table logo alter column content set storage external;
