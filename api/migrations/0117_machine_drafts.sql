-- Where a studio gets machine drafts from, at most one provider for each task (docs/decisions/0116).
create table draft_provider (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  task text not null check (task in ('translation', 'transcription')),
  kind text not null check (kind in ('libretranslate', 'deepl', 'openai')),
  url text not null,
  model text,
  secret text,
  active boolean not null,
  allows_embargoed boolean not null,
  created_at timestamptz not null default now(),
  unique (studio_id, task)
);
call protect_rows('draft_provider');
call show_rows_of_studio('draft_provider');

-- Every run of a provider, with what it cost. It stays when the text is removed.
create table draft_run (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  text_track_id text references text_track on delete set null,
  person_id text not null references person,
  task text not null check (task in ('translation', 'transcription')),
  kind text not null,
  host text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  total integer not null,
  from_memory integer not null default 0,
  from_glossary integer not null default 0,
  from_provider integer not null default 0,
  skipped integer not null default 0,
  requests integer not null default 0,
  characters bigint not null default 0,
  seconds integer not null default 0,
  tokens bigint not null default 0,
  reason jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index draft_run_studio on draft_run (studio_id, created_at desc, id desc);
create index draft_run_text_track on draft_run (text_track_id, created_at desc, id desc);
-- One at a time for a text.
create unique index draft_run_active on draft_run (text_track_id)
  where status in ('waiting', 'running');
call protect_rows('draft_run');
-- Vendors see the runs over texts that they see.
call show_rows('draft_run', 'studio_id = any (stated_studios())
  and (studio_id <> all (stated_vendor_studios())
    or exists (select from text_track where text_track.id = text_track_id))');
