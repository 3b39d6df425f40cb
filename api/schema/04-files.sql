create function sees_file(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from file f where f.studio_id = studio and f.id = sees_file.id);
end $$;
create function sees_any_file(studio text, ids text[]) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from file f where f.studio_id = studio and f.id = any (ids));
end $$;
create function sees_rendition(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from rendition r where r.studio_id = studio and r.id = sees_rendition.id);
end $$;

create table object (
  key text primary key,
  length bigint not null,
  stored_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  corrupt_at timestamptz,
  crc32 bigint
);
create index object_corrupt on object (key) where corrupt_at is not null;
create index object_due on object (checked_at);
/* The same bytes of two studios are stored once. A row is a hash and a length. */
call local_table('object', 'true');

create table file (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  asset_id text not null,
  owner_id text not null references person,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  language text,
  country text,
  tags text[] not null default '{}',
  embargo_event boolean not null default false,
  embargo_end timestamptz,
  warnings jsonb not null default '[]',
  -- Declared before the bytes have arrived, measured afterwards.
  length bigint,
  md5 text,
  mime text,
  sha256 text,
  received_at timestamptz,
  verified_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Groups of vendors that may see it; null: all vendors (workrequests/commands/vendor-files.ts).
  vendors text[],
  path text,
  aspera_username text not null default '',
  -- Shares its bytes with the file it was cut from.
  is_cut boolean not null default false,
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset
);
create index file_by_id on file (id);
create index file_asset on file (asset_id, created_at desc, id desc) where removed_at is null;
create index file_created on file (created_at desc, id desc) where removed_at is null;
create index file_embargo_event on file (studio_id) where removed_at is null and embargo_event;
create index file_object on file (sha256) where sha256 is not null;
create index file_search on file using gin (name_folded gin_trgm_ops);
create index file_studio on file (studio_id, created_at desc, id desc) where removed_at is null;
call tenant_table('file', vendors_see => 'vendors is null or vendors && stated_groups()');

create table upload (
  studio_id text not null,
  id text not null default new_id(),
  file_id text not null,
  person_id text not null references person,
  length bigint not null,
  metadata jsonb not null default '{}',
  -- Which parts are safe, as the storage describes them.
  saved_bytes jsonb not null default '{"parts": [], "length": 0}',
  -- Set when all bytes have arrived.
  md5 text,
  sha256 text,
  -- Why the bytes did not become the file.
  error jsonb,
  published_at timestamptz,
  -- Higher each time somebody takes the lease.
  fence bigint not null default 0,
  lease_holder text,
  leased_until timestamptz,
  takeover_requested boolean not null default false,
  expires_at timestamptz not null default now() + interval '7 days',
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  foreign key (studio_id, file_id) references file
);
create index upload_by_id on upload (id);
create index upload_expiry on upload (expires_at);
create index upload_file on upload (file_id);
create index upload_person on upload (person_id, created_at desc, id desc);
call tenant_table('upload');

create table media (
  studio_id text not null,
  file_id text not null,
  probe jsonb,
  picture jsonb,
  -- Without the peaks, which are a rendition.
  sound jsonb,
  primary key (studio_id, file_id),
  foreign key (studio_id, file_id) references file on delete cascade
);
call tenant_table('media', vendors_see => 'sees_file(studio_id, file_id)');

create table media_step (
  studio_id text not null,
  file_id text not null,
  step text not null,
  status text not null default 'waiting',
  progress real not null default 0,
  reason jsonb,
  -- The attempt of its job: an older worker cannot report progress.
  fence integer not null default 0,
  ended_at timestamptz,
  primary key (studio_id, file_id, step),
  foreign key (studio_id, file_id) references file on delete cascade
);
call tenant_table('media_step', vendors_see => 'sees_file(studio_id, file_id)');

create table film_fingerprint (
  studio_id text not null,
  file_id text not null,
  frame_rate text not null,
  picture bytea not null,
  sound bytea,
  created_at timestamptz not null default now(),
  primary key (studio_id, file_id),
  foreign key (studio_id, file_id) references file on delete cascade
);
call tenant_table('film_fingerprint', vendors_see => 'sees_file(studio_id, file_id)');

create table film_match (
  studio_id text not null,
  old_file_id text not null,
  new_file_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  progress real not null default 0,
  mapping jsonb,
  reason jsonb,
  created_at timestamptz not null default now(),
  primary key (studio_id, old_file_id, new_file_id),
  foreign key (studio_id, old_file_id) references file on delete cascade,
  foreign key (studio_id, new_file_id) references file on delete cascade
);
create index film_match_new_file_id on film_match (new_file_id);
call tenant_table('film_match', vendors_see =>
  'sees_file(studio_id, old_file_id) and sees_file(studio_id, new_file_id)');

create table rendition (
  studio_id text not null,
  id text not null default new_id(),
  file_id text not null,
  kind text not null,
  variant text not null default '',
  person_id text references person on delete cascade,
  metadata jsonb not null default '{}',
  complete boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique nulls not distinct (studio_id, file_id, kind, variant, person_id),
  foreign key (studio_id, file_id) references file on delete cascade
);
create index rendition_by_id on rendition (id);
call tenant_table('rendition', vendors_see => 'sees_file(studio_id, file_id)');

create table rendition_part (
  studio_id text not null,
  rendition_id text not null,
  number integer not null,
  key text not null,
  length bigint not null,
  mime text not null,
  -- Of a segment, in seconds.
  duration double precision,
  primary key (studio_id, rendition_id, number),
  foreign key (studio_id, rendition_id) references rendition on delete cascade
);
create index rendition_part_key on rendition_part (key);
call tenant_table('rendition_part', vendors_see => 'sees_rendition(studio_id, rendition_id)');

create table preview (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  asset_id text not null,
  file_id text not null,
  revision text not null,
  label text not null,
  language text,
  type text not null,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, file_id) references file
);
create index preview_asset on preview (asset_id, created_at desc, id desc);
create index preview_file on preview (file_id);
create index preview_studio on preview (studio_id, created_at desc, id desc);
call tenant_table('preview');

/* Who received which variant of a traceable preview. */
create table trace_code (
  studio_id text not null,
  id text not null default new_id(),
  file_id text not null,
  person_id text references person on delete set null,
  code bytea not null check (length(code) = 512),
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, file_id, person_id),
  foreign key (studio_id, file_id) references file on delete cascade
);
create index trace_code_person on trace_code (person_id);
call tenant_table('trace_code', vendors_see => 'sees_file(studio_id, file_id)');

create function embargoed(ends timestamptz, until_event boolean, terminal boolean) returns boolean
language sql stable parallel safe
  return coalesce(ends > now(), false) or until_event and not terminal;

create function search_files(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from file
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
