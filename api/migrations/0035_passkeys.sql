-- Passkeys (WebAuthn credentials). A passkey with user verification signs in without a password;
-- any passkey is a second factor.
create table passkey (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  -- In base64url, as browsers send it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Zero for authenticators that do not count. Otherwise a lower number means a copy.
  counter bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- Each challenge can be answered once.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'second-factor')),
  person_id text references person on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
