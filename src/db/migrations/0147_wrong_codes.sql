-- Who has a user's password and guesses codes of his second factor is slowed more and more: wrong codes since the last right one.
alter table "user" add column second_factor_failures integer;

-- Locks have several lengths, so a new password ends those that began before it.
alter table sign_in_place add column locked_ts bigint;
