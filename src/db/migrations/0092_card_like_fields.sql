-- How often identifiers that merchants make looked like a card number: by merchant, resource, field and day (UTC).
create table card_like_field (
  root_id varchar(36) not null,
  noun    text        not null,
  field   text        not null,
  date    date        not null,
  seen    bigint      not null,
  primary key (root_id, noun, field, date),
  constraint card_like_field_seen check (seen > 0)
);
create index card_like_field_by_date on card_like_field (date);
