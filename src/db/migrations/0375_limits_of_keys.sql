-- An API key may have an end, a scope and addresses from which it may be used; a hash key may have an end (G45). When a key was made is
-- kept, so that a person who changes a password can confirm it.
--
-- Locks: both tables are closed for the change of their columns. The update writes the rows of users.

alter table "user"
  add column user_api_key_ts        bigint,
  add column user_api_key_scope     varchar(64),
  add column user_api_key_expire_ts bigint,
  add column user_api_key_addresses text[],
  add column user_hash_key_ts       bigint,
  add column user_hash_key_expire_ts bigint;

-- Keys of before: made at an unknown time, not before their user.
update "user" set user_api_key_ts = created_ts, user_api_key_scope = 'all' where user_api_key_mark is not null;
update "user" set user_hash_key_ts = created_ts where user_hash_key_sealed is not null;

-- A grant may have several scopes.
alter table oauthgrant alter column scope type varchar(64);

-- What is left of a key that has ended is no limit of the next one.
alter table "user" add constraint user_api_key_whole check (
  (user_api_key_mark is null) = (user_api_key_ts is null) and (user_api_key_mark is null) = (user_api_key_scope is null)
  and (user_api_key_mark is not null or (user_api_key_expire_ts is null and user_api_key_addresses is null))
);
