-- A refresh token that changes with each use names the one it was made for. Whoever lost the answer may show that one again for a moment: the
-- tokens of the lost answer are then withdrawn, so that of one token one successor lives.
alter table oauth_token add column predecessor varchar(64), add column withdrawn boolean not null default false;

create unique index oauth_token_successor_key on oauth_token (root_id, predecessor)
  where predecessor is not null and kind = 'refresh' and replaced_ts is null;

-- A client with a secret keeps its refresh token, as the contract says, unless its owner wants it to change as well.
alter table oauthclient add column rotates_refresh_token boolean not null default false;
