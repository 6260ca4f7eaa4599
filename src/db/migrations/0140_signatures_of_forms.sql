-- Signatures that have opened forms: the API refuses them. A user signs a second in one way only, so the signed time names the signature. With
-- an empty part the row is the signature's own; else part is the mark of one form (by the id its record will have), and opened that of its data.
create table signature_use (
  root_id   varchar(36) not null,
  user_id   varchar(36) not null,
  signed_ts bigint      not null,
  part      varchar(64) not null,
  opened    varchar(64) not null,
  primary key (root_id, user_id, signed_ts, part),
  constraint signature_use_user_id_fkey foreign key (root_id, user_id) references "user" (root_id, id)
);

create index signature_use_by_time on signature_use (signed_ts);

-- Users for whom everything but the opening of forms is refused.
alter table "user" add column forms_only boolean not null default false;

-- What the forms of a location, and of those below it, have to bring.
alter table location
  add column form_data_hash_required boolean not null default false,
  add column form_opens_once boolean not null default false;
