-- Keys of locations and hosted payment pages are sealed (G47). The start that follows seals what is here in clear: it has
-- the key ring.
alter table location rename column location_api_key to location_api_key_sealed;
alter table location rename column ticket_hash_key to ticket_hash_key_sealed;
alter table location alter column location_api_key_sealed type text, alter column ticket_hash_key_sealed type text;
alter table location add column location_api_key_mark varchar(64), add column ticket_hash_key_mark varchar(64);
alter table hostedpaymentpage rename column encryption_key to encryption_key_sealed;
alter table hostedpaymentpage alter column encryption_key_sealed type text, add column encryption_key_mark varchar(64);
drop index location_by_api_key;
create index location_by_api_key_mark on location (location_api_key_mark) where deleted_ts is null;
