-- Who is told of a studio's events over HTTP, and how far that has come.
create table webhook (
  id text primary key default new_id(),
  studio_id text not null references studio,
  -- Through whose eyes it looks: who last said where it sends to.
  from_id text not null references person,
  url text not null,
  -- Empty: all of them.
  types text[] not null default '{}',
  active boolean not null default true,
  -- As it is, not as a digest: each delivery is signed with it.
  secret text not null,
  -- The breaker: failures in a row, and when the next try may be.
  failures int not null default 0,
  resume_at timestamptz,
  failed_at timestamptz,
  failed_code int,
  failed_error text,
  -- One sender at a time; the fence is higher each time somebody takes it.
  leased_until timestamptz,
  fence int not null default 0,
  created_at timestamptz not null default now()
);
create index webhook_studio on webhook (studio_id, created_at desc, id desc);

create table webhook_delivery (
  id text primary key default new_id(),
  webhook_id text not null references webhook on delete cascade,
  -- Its place in the line of its webhook.
  number bigint generated always as identity,
  -- None: a ping.
  event_id text references event,
  type text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'withheld')),
  attempts int not null default 0,
  code int,
  error text,
  -- From here the day is counted for which it is tried.
  waiting_since timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_delivery_line on webhook_delivery (webhook_id, number) where status = 'waiting';
create index webhook_delivery_list on webhook_delivery (webhook_id, created_at desc, number desc);
create index webhook_delivery_age on webhook_delivery (created_at);

-- Until today there was nobody to hand them on to.
update event set pushed = true;
create index event_unpushed on event (studio_id, created_at, id) where not pushed;
