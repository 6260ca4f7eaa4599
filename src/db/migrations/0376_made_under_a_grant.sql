-- A postback configuration that an integration makes ends with the grant under which it was made (G44).
--
-- Locks: both tables are closed while the column and its key are added; no row is written.

alter table postbackconfig
  add column oauthgrant_id varchar(36),
  add constraint postbackconfig_oauthgrant_id_fkey foreign key (root_id, oauthgrant_id) references oauthgrant (root_id, id);

create index postbackconfig_by_grant on postbackconfig (root_id, oauthgrant_id) where oauthgrant_id is not null;
