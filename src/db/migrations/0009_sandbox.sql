-- How far the sandbox's clock runs ahead of the machine's. Live mode never reads it.

create table sandbox_clock (
  id            integer primary key check (id = 1),
  ahead_ms      bigint  not null
);

insert into sandbox_clock (id, ahead_ms) values (1, 0);
