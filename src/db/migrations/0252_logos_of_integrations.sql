-- What users see of who asks for access; null: no picture.
alter table oauthclient add column logo character varying(16384);
