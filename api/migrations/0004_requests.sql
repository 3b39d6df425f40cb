-- Work requests with their translations, materials, history and offlines.
create table work_request (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project,
  asset_id text not null references asset,
  owner_id text not null references person,
  status text not null default 'incomplete',
  language text not null,
  territory text not null,
  due_at timestamptz,
  due_tz text,
  deadline_at timestamptz,
  deadline_tz text,
  dng jsonb not null,
  uses jsonb not null,
  dcp jsonb not null,
  recipients jsonb not null,
  shipping jsonb not null default '[]',
  instructions text not null default '',
  reason text not null default '',
  tags text[] not null default '{}',
  auto boolean not null default false,
  autosubs boolean not null default false,
  dual_languages boolean not null default false,
  auto_mode boolean not null default false,
  aspect_ratio text,
  audio_file_id text references file,
  estimate_base numeric(12, 2) not null default 0,
  estimate_applied numeric(12, 2) not null default 0,
  submitted_at timestamptz,
  created_at timestamptz not null default now()
);
create index work_request_studio on work_request (studio_id, created_at desc, id desc);
create index work_request_asset on work_request (asset_id);
create index work_request_owner on work_request (owner_id);

create table work_request_history (
  id bigint generated always as identity primary key,
  studio_id text not null references studio,
  work_request_id text not null references work_request on delete cascade,
  person_id text not null references person,
  status text not null,
  reason text not null default '',
  code text,
  -- The service moved it by itself, on behalf of this person.
  automatic boolean not null default false,
  at timestamptz not null default now()
);
create index work_request_history_request on work_request_history (work_request_id, id);

create table material (
  work_request_id text not null references work_request on delete cascade,
  name text not null,
  complete boolean not null default false,
  approved boolean not null default false,
  files text[] not null default '{}',
  primary key (work_request_id, name)
);

-- Files attached to a request: one bundle for each ordered use, and whatever else was named.
create table work_request_file (
  work_request_id text not null references work_request on delete cascade,
  name text not null,
  file_id text not null references file,
  position int not null,
  primary key (work_request_id, name, file_id)
);

create table translation (
  id text primary key default new_id(),
  studio_id text not null references studio,
  asset_id text not null references asset,
  work_request_id text not null references work_request on delete cascade,
  -- Which of the request's two it is; null for one that was added beside them.
  part text,
  language text not null,
  status text not null default 'incomplete',
  reason text not null default '',
  translator_id text references person,
  lines jsonb not null default '[]',
  print_lines jsonb not null default '[]',
  created_at timestamptz not null default now(),
  unique (work_request_id, part)
);
create index translation_asset on translation (asset_id, created_at desc, id desc);
create index translation_translator on translation (translator_id, asset_id) where translator_id is not null;
create index translation_studio on translation (studio_id, created_at desc, id desc);

create table offline (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project,
  asset_id text not null references asset,
  work_request_id text not null references work_request,
  from_id text not null references person,
  file_id text not null references file,
  decision text,
  decided_by text references person,
  decided_at timestamptz,
  reason text not null default '',
  code text,
  created_at timestamptz not null default now()
);
create index offline_request on offline (work_request_id, created_at desc, id desc);
create index offline_studio on offline (studio_id, created_at desc, id desc);
