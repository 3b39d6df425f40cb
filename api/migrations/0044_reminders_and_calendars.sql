-- A mail about one subject waits a few minutes for further changes (docs/decisions/0074).
alter table notification add column bundled boolean not null default false;

-- The reminders that were sent. A changed deadline has its own.
create table reminder (
  studio_id text not null references studio,
  work_request_id text not null references work_request on delete cascade,
  deadline text not null check (deadline in ('due', 'delivery')),
  at timestamptz not null,
  -- Hours after the deadline; negative before it.
  offset_hours integer not null,
  sent_at timestamptz not null default now(),
  primary key (work_request_id, deadline, at, offset_hours)
);
create index reminder_studio on reminder (studio_id);
call protect_rows('reminder');
call show_rows_of_studio('reminder');

-- Calendar subscriptions. The address contains a secret, of which only the digest is stored.
create table calendar_feed (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  name text not null,
  digest text not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index calendar_feed_person on calendar_feed (person_id, created_at);
call protect_rows('calendar_feed');
call show_rows('calendar_feed', 'person_id = stated_person()');
