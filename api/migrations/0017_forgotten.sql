-- The way back in for who forgot their password. One a person: a newer code takes the place of the older.
create table password_reset (
  person_id text primary key references person on delete cascade,
  digest text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 hour'
);
