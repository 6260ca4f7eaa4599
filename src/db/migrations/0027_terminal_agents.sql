-- Agents in shops, which reach the terminals on their network, and what is on its way through them.

create table terminalagent (
  id               varchar(36) primary key,
  root_id          varchar(36) not null,
  location_id      varchar(36) not null references location,
  title            varchar(64) not null,
  active           boolean     not null,
  key_mark         varchar(64),
  version          varchar(32),
  last_seen_ts     bigint,
  created_ts       bigint      not null,
  modified_ts      bigint      not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint
);

create index terminalagent_by_root on terminalagent (root_id, id) where deleted_ts is null;
create index terminalagent_by_location on terminalagent (location_id, id) where deleted_ts is null;

alter table terminal add column terminal_agent_id varchar(36) references terminalagent;
create index terminal_by_agent on terminal (terminal_agent_id) where terminal_agent_id is not null;

-- One frame on its way to a terminal. Whoever holds the agent's connection takes it; the answer is sealed, because it may hold a token.
-- Times are machine time: these rows live for minutes and are nobody's business record.
create table agentcall (
  id         varchar(64) primary key,
  agent_id   varchar(36) not null references terminalagent,
  request    json        not null,
  state      text        not null,
  cancelled  boolean     not null default false,
  taken      boolean     not null default false,
  answer     text,
  problem    text,
  message    text,
  expires_at bigint      not null,
  constraint agentcall_state check (state in ('waiting', 'sent', 'ended'))
);

create index agentcall_waiting on agentcall (agent_id, id) where state = 'waiting';
create index agentcall_expiring on agentcall (expires_at);
