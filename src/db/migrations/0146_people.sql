-- Where users try to sign in: wrong passwords are counted for a user and an address, so that a stranger locks himself out and not the user,
-- who goes on where he has signed in before.
create table sign_in_place (
  root_id         varchar(36) not null,
  user_id         varchar(36) not null,
  address         varchar(64) not null,
  failures        integer     not null default 0,
  locked_until_ts bigint,
  signed_in_ts    bigint,
  expires_ts      bigint      not null,
  primary key (root_id, user_id, address),
  foreign key (root_id, user_id) references "user" (root_id, id)
);

create index sign_in_place_by_end on sign_in_place (expires_ts);

-- second_factor_sealed without second_factor_ts is not confirmed yet; second_factor_step is the last one whose code was used.
alter table "user"
  add column second_factor_sealed text,
  add column second_factor_ts bigint,
  add column second_factor_step integer,
  add column recovery_code_marks text[],
  add column former_password_marks text[],
  add column last_active_ts bigint;

-- Nobody was watched until now. The work of the night gives those who have no stamp the time at which it first sees them.
create index user_by_activity on "user" (last_active_ts, id) where status_id = 1 and deleted_ts is null;

-- What a merchant asks of the users of his tree, at its root; null is what the gateway asks.
alter table location
  add column password_min_length integer,
  add column password_history integer,
  add column user_inactive_days integer,
  add column second_factor_of integer;
