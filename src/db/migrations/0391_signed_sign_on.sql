-- Sign-on links with an API key in their data can be switched off by location (G52).
-- Locks: location, for a column with a constant default.
alter table location add column sso_signature_required boolean not null default false;
