-- Asset types, workflows, projects, assets, files and previews.
create table asset_type (
  id text primary key default new_id(),
  slug text not null unique,
  name text not null,
  category text not null,
  media_type text not null,
  created_at timestamptz not null default now()
);

insert into asset_type (id, slug, name, category, media_type)
select lpad(to_hex(row_number() over ()), 24, '0'), slug, name, category, media
from (values
  ('trailer', 'Trailer', 'av', 'video'),
  ('trailer.intl', 'International trailer', 'av', 'video'),
  ('promo', 'Promo', 'av', 'video'),
  ('preliminary-production', 'Preliminary production', 'av', 'video'),
  ('tv-spot', 'TV spot', 'av', 'video'),
  ('featurette', 'Featurette', 'av', 'video'),
  ('behind-the-scenes', 'Behind the scenes', 'av', 'video'),
  ('clip', 'Clip', 'av', 'video'),
  ('poster', 'Poster', 'print', 'image'),
  ('banner', 'Banner', 'graphics', 'image'),
  ('social', 'Social', 'av', 'video')
) as first_types (slug, name, category, media);

create table workflow (
  id text primary key default new_id(),
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null default now()
);

insert into workflow (id, name, definition) values (
  '000000000000000000000001', 'Standard',
  '{"phases": {
      "WIP": {"groups": [], "users": [], "terminal": false, "description": "Work in progress", "transitions": ["LOCK"]},
      "LOCK": {"groups": [], "users": [], "terminal": false, "description": "Picture is locked", "transitions": ["FINAL"]},
      "FINAL": {"groups": [], "users": [], "terminal": true, "description": "Released", "transitions": []}},
    "requireGraphicsApproval": true, "requireOfflineApproval": true}'
);

create table project (
  id text primary key default new_id(),
  studio_id text not null references studio,
  slug text not null unique,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  logo_id text,
  status text not null default 'active',
  description text not null default '',
  release_at timestamptz,
  release_tz text,
  created_at timestamptz not null default now()
);
create index project_studio on project (studio_id, name, id);
create index project_search on project using gin (name_folded gin_trgm_ops);

create table asset (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project,
  type_id text not null references asset_type,
  slug text not null unique,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  import_name text,
  media_type text not null,
  aspect_ratio text,
  usage jsonb not null default '{}',
  thumbnail_id text,
  verified boolean not null default false,
  creative boolean not null default false,
  workflow_id text not null references workflow,
  -- The asset's own access lists; null means the workflow's.
  definition jsonb,
  phase text not null,
  -- Whether the phase is the last one: what an embargo "until the event" waits for.
  terminal boolean not null default false,
  phase_changed_at timestamptz not null default now(),
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
create index asset_studio on asset (studio_id, created_at desc, id desc);
create index asset_project on asset (project_id, created_at desc, id desc);
create index asset_search on asset using gin (name_folded gin_trgm_ops);

create function phase_names(phase jsonb, person text, groups text[]) returns boolean language sql immutable parallel safe
  return coalesce(phase -> 'users' ? person, false)
    or exists (select from jsonb_array_elements(phase -> 'groups') named where named ->> 'id' = any (groups));

create table asset_opened (
  asset_id text not null references asset on delete cascade,
  person_id text not null references person on delete cascade,
  opened_at timestamptz not null default now(),
  primary key (asset_id, person_id)
);

create table feedback (
  asset_id text not null references asset on delete cascade,
  person_id text not null references person on delete cascade,
  vote text not null default '',
  share text not null default '',
  primary key (asset_id, person_id)
);

create table file (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project,
  asset_id text not null references asset,
  owner_id text not null references person,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  language text,
  country text,
  tags text[] not null default '{}',
  embargo_event boolean not null default false,
  embargo_end timestamptz,
  warnings jsonb not null default '[]',
  -- Before the bytes came: what was declared. Afterwards: what was measured.
  length bigint,
  md5 text,
  mime text,
  sha256 text,
  received_at timestamptz,
  verified_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index file_asset on file (asset_id, created_at desc, id desc) where removed_at is null;
create index file_studio on file (studio_id, created_at desc, id desc) where removed_at is null;
create index file_search on file using gin (name_folded gin_trgm_ops);

-- The one place that decides an embargo.
create function embargoed(ends timestamptz, until_event boolean, terminal boolean) returns boolean language sql stable parallel safe
  return coalesce(ends > now(), false) or (until_event and not terminal);

create table preview (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project,
  asset_id text not null references asset,
  file_id text not null references file,
  revision text not null,
  label text not null,
  language text,
  type text not null,
  created_at timestamptz not null default now()
);
create index preview_asset on preview (asset_id, created_at desc, id desc);
create index preview_file on preview (file_id);
