-- Sign-in through the identity providers of studios (OpenID Connect), provisioning (SCIM), and the
-- studios in which a session may act.

create table identity_provider (
  id text primary key default new_id(),
  studio_id text not null references studio (id) on delete cascade,
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

create table identity_domain (
  provider_id text not null references identity_provider (id) on delete cascade,
  domain text not null,
  -- Set by an admin. Only one provider of the installation can have a verified domain.
  verified_at timestamptz,
  primary key (provider_id, domain)
);
create unique index identity_domain_verified on identity_domain (domain)
  where verified_at is not null;

create table identity (
  id text primary key default new_id(),
  provider_id text not null references identity_provider (id) on delete cascade,
  person_id text not null references person (id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  -- The person connected it while signed in. Its sessions act in all studios of the person;
  -- others act only in the studio of the provider.
  self_linked boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (provider_id, issuer, subject)
);
create index identity_person on identity (person_id);

-- One redirect to a provider and back. The nonce, the state and the PKCE verifier are derived from
-- the cookie, of which only the digest is stored.
create table sso_attempt (
  id text primary key default new_id(),
  provider_id text not null references identity_provider (id) on delete cascade,
  cookie_digest text not null,
  -- SHA-256 of a secret that the web app keeps.
  challenge text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  -- Set when the provider has confirmed who the person is.
  code_digest text unique,
  claims jsonb,
  id_token text
);
create index sso_attempt_expires on sso_attempt (expires_at);

-- How a token was created through a provider. No foreign key to the studio or the identity may
-- remove a row: without it the token would act in other studios.
create table sso_session (
  token_id text primary key references token (id) on delete cascade,
  studio_id text not null,
  provider_id text not null,
  identity_id text not null,
  limited boolean not null,
  id_token text
);
create index sso_session_identity on sso_session (identity_id);

create table scim_token (
  studio_id text primary key references studio (id) on delete cascade,
  digest text not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- What a provisioning client stored for a person of a studio. The row stays when the person is
-- deactivated.
create table scim_user (
  studio_id text not null references studio (id) on delete cascade,
  person_id text not null references person (id) on delete cascade,
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

create table scim_group (
  studio_id text not null references studio (id) on delete cascade,
  group_id text primary key references people_group (id) on delete cascade,
  external_id text
);
