-- Links of the audit trail that stay broken by the operator's word. Their events may be trimmed one day, which this outlives.

create table accepted_break (
  root_id     varchar(36)  not null,
  position    bigint       not null,
  -- What is wrong there: a link that is changed once more is not accepted.
  says        varchar(512) not null,
  note        text         not null,
  accepted_ts bigint       not null,
  primary key (root_id, position, says)
);

insert into accepted_break (root_id, position, says, note, accepted_ts)
select case changes ->> 'tree' when '-' then '' else changes ->> 'tree' end, (changes ->> 'position')::bigint,
       left(changes ->> 'says', 512), coalesce(changes ->> 'note', ''), created_ts
  from event where root_id = '' and noun = 'audit_trail' and verb = 'break_accepted' and changes ->> 'position' is not null
    on conflict do nothing;
