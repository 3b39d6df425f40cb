create function sees_identity_provider(id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
    select from identity_provider p where p.id = sees_identity_provider.id);
end $$;
create function owns_token(id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from token t where t.id = owns_token.id);
end $$;

create table remembered_device (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  family_digest text not null unique,
  digest text not null,
  previous_digest text,
  rotated_at timestamptz not null default now(),
  second_factor boolean not null,
  agent text,
  network text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index remembered_device_person on remembered_device (person_id, created_at);
call local_table('remembered_device', 'person_id = stated_person()');

create table token (
  id text primary key default new_id(),
  digest text not null unique,
  person_id text not null references person on delete cascade,
  name text not null default '',
  second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  idle_timeout interval,
  agent text,
  network text,
  scope_access text check (scope_access in ('full', 'read', 'upload')),
  scope_studio_id text references studio on delete cascade,
  scope_project_id text,
  verified_at timestamptz,
  device_id text references remembered_device on delete set null,
  check (scope_access is not null or num_nonnulls(scope_studio_id, scope_project_id) = 0)
);
create index token_device on token (device_id) where device_id is not null;
create index token_person on token (person_id, used_at) where revoked_at is null;
call local_table('token', 'person_id = stated_person()');
/* No reference, because projects may be on other servers. */
create function delete_project_tokens(project text) returns void
language plpgsql security definer set search_path from current as $$
begin
  delete from token
  where scope_project_id = project
    and (current_setting('role') <> 'reelay_service'
      or scope_studio_id = any (stated_studios()));
end $$;

create table passkey (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  -- In base64url, as browsers send it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Zero if the authenticator does not count. Otherwise a lower number means a copy.
  counter bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_person on passkey (person_id);
call local_table('passkey', 'person_id = stated_person()');

create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'second-factor', 'verification')),
  person_id text references person on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
call local_table('passkey_challenge');

create table twofactor (
  person_id text primary key references person on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  -- The last accepted time step: a code works once.
  last_step bigint not null default 0,
  recovery text[] not null default '{}'
);
call local_table('twofactor', 'person_id = stated_person()');

create table password_reset (
  person_id text primary key references person on delete cascade,
  digest text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 hour'
);
call local_table('password_reset');

create unlogged table failed_sign_in (
  subject text not null,
  network text not null,
  failures integer not null,
  until timestamptz not null,
  primary key (subject, network)
);
call local_table('failed_sign_in', 'true');

create table invitation (
  digest text primary key,
  person_id text not null references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  used_at timestamptz,
  request_invitation_id text
);
call local_table('invitation');

create table identity_provider (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scopes text[] not null,
  active boolean not null,
  -- People of the provider's domains act in the studio only after signing in here.
  required boolean not null,
  -- Accepts an email that the provider does not mark as verified.
  trusts_email boolean not null,
  -- The provider asks for a second factor, so Reelay does not.
  checks_second_factor boolean not null,
  creates_accounts boolean not null,
  default_roles text[] not null,
  roles_claim text,
  role_map jsonb not null,
  groups_claim text,
  group_map jsonb not null,
  created_at timestamptz not null default now()
);
create index identity_provider_studio on identity_provider (studio_id);
call local_table('identity_provider', 'studio_id = any (stated_studios())');

create table identity_domain (
  provider_id text not null references identity_provider on delete cascade,
  domain text not null,
  -- Set by an admin. Only one provider of the installation can have a verified domain.
  verified_at timestamptz,
  primary key (provider_id, domain)
);
create unique index identity_domain_verified on identity_domain (domain)
  where verified_at is not null;
call local_table('identity_domain', 'sees_identity_provider(provider_id)');

create table identity (
  id text primary key default new_id(),
  provider_id text not null references identity_provider on delete cascade,
  person_id text not null references person on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  -- Connected while signed in: its sessions act in all studios of the person, others only
  -- in the studio of the provider.
  self_linked boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (provider_id, issuer, subject)
);
create index identity_person on identity (person_id);
call local_table('identity', 'person_id = stated_person()',
  written => 'person_id = stated_person() and sees_identity_provider(provider_id)');

create table sso_attempt (
  id text primary key default new_id(),
  provider_id text not null references identity_provider on delete cascade,
  cookie_digest text not null,
  -- SHA-256 of a secret that the web app keeps.
  challenge text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  -- Set when the provider has confirmed who the person is.
  code_digest text unique,
  claims jsonb,
  id_token text,
  fresh boolean not null default false,
  started_at timestamptz not null default now()
);
create index sso_attempt_expires on sso_attempt (expires_at);
call local_table('sso_attempt');

create table sso_session (
  token_id text primary key references token on delete cascade,
  studio_id text not null,
  provider_id text not null,
  identity_id text not null,
  limited boolean not null,
  id_token text
);
create index sso_session_identity on sso_session (identity_id);
call local_table('sso_session', 'owns_token(token_id)',
  written => 'studio_id = any (stated_studios()) and owns_token(token_id)');

create table scim_token (
  studio_id text primary key references studio on delete cascade,
  digest text not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
call local_table('scim_token', 'studio_id = any (stated_studios())');

create table scim_user (
  studio_id text not null references studio on delete cascade,
  person_id text not null references person on delete cascade,
  user_name text not null,
  external_id text,
  -- As the client sent it: `givenName` and so on.
  name jsonb not null default '{}',
  roles text[] not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (studio_id, person_id)
);
create unique index scim_user_name on scim_user (studio_id, lower(user_name));
/* Read by sees_person, so it is where people are. */
call reference_table('scim_user', 'studio_id = any (stated_studios())');

create table scim_group (
  studio_id text not null references studio on delete cascade,
  group_id text primary key references people_group on delete cascade,
  external_id text
);
call local_table('scim_group', 'studio_id = any (stated_studios())');
