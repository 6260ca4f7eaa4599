-- Users list their sign-ins and end them (G54): what a token is good for, and where it began. Tokens of before have none.
-- Locks: access_token, for columns without a default.
alter table access_token
  add column page       varchar(64),
  add column address    varchar(64),
  add column user_agent varchar(255);
