/* Policies have no subqueries. They ask functions, which see the rows of the caller. */
create function sees_person(person text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from membership m where m.person_id = person)
    or exists (select from scim_user su where su.person_id = person);
end $$;
create function sees_group(id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from group_studio gs where gs.group_id = id);
end $$;
create function is_in_group(id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
    select from group_person gp where gp.group_id = id and gp.person_id = stated_person());
end $$;

create table studio (
  id text primary key default new_id(),
  slug text not null unique,
  name text not null,
  logo_id text,
  settings jsonb not null,
  created_at timestamptz not null default now()
);
call reference_table('studio', 'id = any (stated_studios())');

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
call reference_table('territory', 'true');

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
  created_at timestamptz not null default now(),
  unsubscribe_code text not null default replace(gen_random_uuid()::text, '-', '') unique,
  guest boolean not null default false,
  name_folded text not null generated always as (fold(name)) stored
);
create index person_name on person (name, id);
create index person_search on person using gin (name_folded gin_trgm_ops, email gin_trgm_ops);
call reference_table('person',
  'id = stated_person() or ''admin'' = any (roles) or sees_person(id)');

create table people_group (
  id text primary key default new_id(),
  name text not null,
  type text not null,
  addresses jsonb not null default '[]',
  created_at timestamptz not null default now()
);
call reference_table('people_group', 'sees_group(id) or is_in_group(id)');

create table group_studio (
  group_id text not null references people_group on delete cascade,
  studio_id text not null references studio,
  primary key (group_id, studio_id)
);
create index group_studio_studio on group_studio (studio_id);
call reference_table('group_studio', 'studio_id = any (stated_studios())');

create table group_person (
  group_id text not null references people_group on delete cascade,
  person_id text not null references person on delete cascade,
  primary key (group_id, person_id)
);
create index group_person_person on group_person (person_id);
call reference_table('group_person',
  'person_id = stated_person() or sees_group(group_id)', written => 'sees_group(group_id)');

create table membership (
  person_id text not null references person on delete cascade,
  studio_id text not null references studio,
  roles text[] not null default '{}',
  permissions text[] not null default '{}',
  territory_id text references territory,
  -- False if it exists only because a group of the person has this studio.
  direct boolean not null default true,
  -- The person only works on requests that list them as a member.
  limited boolean not null default false,
  primary key (person_id, studio_id)
);
create index membership_studio on membership (studio_id);
call reference_table('membership',
  'studio_id = any (stated_studios()) or person_id = stated_person()',
  written => 'studio_id = any (stated_studios())');

/* These views show people of all studios: records name who wrote them, also after they left. */
create view person_summary as
select id, name, email, invited, approved, registered, confirmed from person;

create view person_list as
select id, name, name_folded, email, roles, created_at from person
where disabled_at is null and not guest;

create view person_group as
select gp.person_id, g.id as group_id, g.name
from group_person gp join people_group g on g.id = gp.group_id;

create view person_studio as
select person_id, studio_id from membership;

revoke insert, update, delete on person_summary, person_list, person_group, person_studio
from reelay_system, reelay_service;
