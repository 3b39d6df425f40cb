-- A sign-in at a provider that proves who uses a session: the provider has to ask the person again
-- (docs/decisions/0095).
alter table sso_attempt
  add column fresh boolean not null default false,
  add column started_at timestamptz not null default now();
