/*
 * The schema of Reelay. A new database gets these files in their order; older databases get the
 * migrations beside them, and a test proves that both end with the same schema.
 *
 * Every table is of one of three kinds, which its call says:
 * - tenant: belongs to a studio. Its key begins with studio_id, and references between tenants
 *   include it, so that no row can refer to a row of another studio.
 * - reference: small and read everywhere, such as people and studios.
 * - local: of the installation, such as jobs, sign-in and the audit log.
 */
create extension if not exists pg_trgm;
create extension if not exists unaccent;

/* An index needs "immutable". Unaccent is "stable", because its dictionary could be replaced. */
create function fold_accents(text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));

/* For searches. ASCII is the common case. */
create function fold(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = char_length($1) then lower($1) else fold_accents($1) end;

create function seconds(timestamptz) returns bigint language sql immutable strict parallel safe
  return floor(extract(epoch from $1 at time zone 'UTC'))::bigint;

/* 24 hex digits: 8 of seconds, so that ids sort by time, and 16 that nobody can guess. */
create function new_id() returns text language sql volatile parallel safe
  return lpad(to_hex(seconds(clock_timestamp())), 8, '0')
    || left(gen_random_uuid()::text, 8) || right(gen_random_uuid()::text, 8);

/*
 * Row-level security is the second wall between studios. The service logs in as reelay_system, which
 * owns nothing and sees all rows. The transaction of a caller takes the role reelay_service and states
 * the caller, whose rows it sees. Roles belong to the server: another installation on it uses the same
 * ones. Without a password, nobody can log in.
 */
do $$
declare
  role_name text;
begin
  foreach role_name in array array['reelay_system', 'reelay_service'] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I login', role_name);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    -- The owner works with the rows as the system. It uses reelay_service only with SET ROLE.
    if not pg_has_role(role_name, 'set')
      or (role_name = 'reelay_system' and not pg_has_role(role_name, 'usage')) then
      execute format('grant %I to current_user with set true, inherit %s', role_name,
        (role_name = 'reelay_system')::text);
    end if;
  end loop;
  if not pg_has_role('reelay_system', 'reelay_service', 'set') then
    grant reelay_service to reelay_system with inherit false, set true;
  end if;
exception when insufficient_privilege then
  raise exception '% may not create the roles reelay_system and reelay_service. Create %',
    current_user, 'them as docs/run/postgresql.md describes, then start again';
end $$;

do $$
begin
  execute format('grant usage on schema %I to reelay_system, reelay_service', current_schema);
  execute format('alter default privileges in schema %I
    grant select, insert, update, delete on tables to reelay_system, reelay_service',
    current_schema);
  execute format('alter default privileges in schema %I
    grant usage, select, update on sequences to reelay_system, reelay_service', current_schema);
end $$;

/* The caller: nothing is visible without one. */
create function stated_person() returns text language sql stable parallel safe
  return nullif(current_setting('reelay.person', true), '');
create function stated_studios() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.studios', true), ''), '{}')::text[];
create function stated_groups() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.groups', true), ''), '{}')::text[];
/* Studios in which the caller works for a vendor and sees only what is the vendor's. */
create function stated_vendor_studios() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.vendor_studios', true), ''), '{}')::text[];

/* Row-level security for a table: the system sees all rows, a caller those that are `seen`. */
create procedure protect_table(relation regclass, kind text, seen text, written text)
language plpgsql as $$
begin
  execute format('comment on table %s is %L', relation, kind);
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy system on %s to reelay_system using (true) with check (true)',
    relation);
  if seen is not null then
    execute format('create policy caller on %s to reelay_service using (%s) with check (%s)',
      relation, seen, coalesce(written, seen));
  end if;
end $$;

/* Callers see the rows of their studios, and vendors only those that `vendors_see`. */
create procedure tenant_table(
  relation regclass, vendors_see text default null, seen text default null,
  written text default null)
language plpgsql as $$
begin
  call protect_table(relation, 'tenant',
    coalesce(seen, concat('studio_id = any (stated_studios())',
      ' and (studio_id <> all (stated_vendor_studios()) or ' || vendors_see || ')')),
    written);
end $$;

create procedure reference_table(relation regclass, seen text, written text default null)
language plpgsql as $$
begin
  call protect_table(relation, 'reference', seen, written);
end $$;

/* Without `seen`, only the system sees its rows. */
create procedure local_table(
  relation regclass, seen text default null, written text default null)
language plpgsql as $$
begin
  call protect_table(relation, 'local', seen, written);
end $$;

/* Created before this file, by the program that applies it. */
grant select, insert, update, delete on migration to reelay_system, reelay_service;
call local_table('migration');

create table encryption_key (
  id text primary key,
  created_at timestamptz not null default now()
);
call local_table('encryption_key');

create table signing_key (
  id text primary key default new_id(),
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
call local_table('signing_key');

create table object_key (
  id text primary key default new_id(),
  secret text not null,
  created_at timestamptz not null default now()
);
call local_table('object_key');

/* Work that follows from a change. */
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  -- Also the fence: a worker whose lease ended has an older number.
  attempts integer not null default 0,
  leased_until timestamptz,
  error text,
  dead_at timestamptz,
  created_at timestamptz not null default now(),
  priority integer not null default 0,
  traceparent text default nullif(current_setting('reelay.traceparent', true), '')
);
create index job_due on job (kind, run_at) where dead_at is null;
create index job_ready on job (priority, run_at) where dead_at is null;
call local_table('job');
/* A change adds the jobs that follow from it. Workers run them as the system. */
create policy caller on job for insert to reelay_service with check (true);

create table idempotency (
  person_id text not null,
  key text not null,
  digest text not null,
  -- As text: jsonb would order the keys, and the ETag would change. Null if it had a secret.
  response text,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotency_age on idempotency (created_at);
call local_table('idempotency', 'person_id = stated_person()');

/* Signals for open event streams, removed after minutes. */
create unlogged table stream_signal (
  -- From the sequence of events, so that a stream has one position for both.
  sequence bigint primary key,
  type text not null,
  record_id text not null,
  -- Receivers are everybody who sees all of these, `users`, and the vendors of a studio.
  items text[],
  users text[] not null,
  vendor_studio text,
  vendor_groups text[],
  created_at timestamptz not null default clock_timestamp()
);
call local_table('stream_signal');
