-- What every part stands on: text folding for search, seconds, jobs, retries, signing keys.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Unaccent is only "stable" because its dictionary could be replaced; ours never is, and an index needs "immutable".
create function fold(text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));

create function seconds(timestamptz) returns bigint language sql immutable strict parallel safe
  return floor(extract(epoch from $1))::bigint;

-- 24 hex characters: 32 bits of seconds, so that ids sort by time, then 64 random bits, so that none can be guessed.
create function new_id() returns text language sql volatile parallel safe
  return (select lpad(to_hex(seconds(clock_timestamp())), 8, '0') || left(random.hex, 8) || right(random.hex, 8)
          from (select gen_random_uuid()::text as hex) random);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  -- Also the fencing number: a worker that lost its lease holds an older one.
  attempts int not null default 0,
  leased_until timestamptz,
  error text,
  dead_at timestamptz,
  created_at timestamptz not null default now()
);
create index job_ready on job (run_at) where dead_at is null;

create table idempotency (
  person_id text not null,
  key text not null,
  digest text not null,
  -- As text: jsonb would put keys in an order of its own, and with it change the ETag. Null where the answer held a secret, which is never kept.
  answer text,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotency_age on idempotency (created_at);

create table signing_key (
  id text primary key default new_id(),
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Mail waits here until it is sent; without an SMTP server it stays, and admins can read it.
create table mail (
  id text primary key default new_id(),
  to_address text not null,
  subject text not null,
  text text not null,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_age on mail (created_at desc, id desc);
