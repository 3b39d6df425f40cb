-- Studios, territories, groups, people and how they sign in.
create table studio (
  id text primary key default new_id(),
  slug text not null unique,
  name text not null,
  logo_id text,
  settings jsonb not null,
  created_at timestamptz not null default now()
);

create table territory (
  id text primary key default new_id(),
  code text not null unique,
  name text not null,
  standard text not null,
  countries jsonb not null default '[]',
  languages jsonb not null default '[]',
  assigned_languages jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create table people_group (
  id text primary key default new_id(),
  name text not null,
  type text not null,
  addresses jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create table person (
  id text primary key default new_id(),
  email text not null unique,
  name text not null,
  password_hash text,
  roles text[] not null default '{}',
  permissions text[] not null default '{}',
  flags text[] not null default '{}',
  queue jsonb not null default '[]',
  order_queue jsonb not null default '[]',
  share_queue jsonb not null default '[]',
  territory_id text references territory,
  invited boolean not null default false,
  approved boolean not null default false,
  registered boolean not null default false,
  confirmed boolean not null default false,
  enforced_2fa boolean not null default false,
  preferences jsonb not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create index person_name on person (name, id);

create table person_studio (
  person_id text not null references person on delete cascade,
  studio_id text not null references studio,
  primary key (person_id, studio_id)
);
create index person_studio_studio on person_studio (studio_id);

create table group_person (
  group_id text not null references people_group on delete cascade,
  person_id text not null references person on delete cascade,
  primary key (group_id, person_id)
);
create index group_person_person on group_person (person_id);

create table group_studio (
  group_id text not null references people_group on delete cascade,
  studio_id text not null references studio,
  primary key (group_id, studio_id)
);
create index group_studio_studio on group_studio (studio_id);

create table token (
  id text primary key default new_id(),
  digest text not null unique,
  person_id text not null references person on delete cascade,
  name text not null default '',
  second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index token_person on token (person_id, used_at) where revoked_at is null;

create table invitation (
  digest text primary key,
  person_id text not null references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  used_at timestamptz
);

create table twofactor (
  person_id text primary key references person on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  -- The last accepted time step: a code works once.
  last_step bigint not null default 0,
  recovery text[] not null default '{}'
);

-- Counts of refused sign-ins. Losing them in a crash costs nothing, so they are not logged.
create unlogged table refused_sign_in (
  subject text not null,
  network text not null,
  failures int not null,
  until timestamptz not null,
  primary key (subject, network)
);

-- A person as sight needs them. Sign-in and the fan-out of notifications read the same rows.
create view viewer as
  select p.id, p.name, p.email, p.roles, p.permissions, t.code as territory,
    p.approved and p.disabled_at is null as active,
    array(select gp.group_id from group_person gp where gp.person_id = p.id) as groups,
    array(
      select ps.studio_id from person_studio ps where ps.person_id = p.id
      union
      select gs.studio_id from group_person gp join group_studio gs using (group_id) where gp.person_id = p.id
    ) as studios
  from person p left join territory t on t.id = p.territory_id;
