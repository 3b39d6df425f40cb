create function sees_text_track(studio text, track text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
      select from translation t where t.studio_id = studio and t.text_track_id = track)
    or exists (select from script s where s.studio_id = studio and s.text_track_id = track);
end $$;
create function sees_translation(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
    select from translation t where t.studio_id = studio and t.id = sees_translation.id);
end $$;

/* The lines of a script or of a translation. */
create table text_track (
  studio_id text not null references studio,
  id text not null default new_id(),
  revision integer not null default 0,
  primary key (studio_id, id)
);
create index text_track_by_id on text_track (id);
-- A track is created before the translation that shows it to a vendor.
call tenant_table('text_track', vendors_see => 'sees_text_track(studio_id, id)',
  written => 'studio_id = any (stated_studios())');

create table text_track_file (
  studio_id text not null,
  text_track_id text not null,
  field text not null check (field in ('text', 'source')),
  format text not null,
  bytes bytea not null,
  primary key (studio_id, text_track_id, field),
  foreign key (studio_id, text_track_id) references text_track on delete cascade
);
call tenant_table('text_track_file', vendors_see => 'sees_text_track(studio_id, text_track_id)');

create table text_track_line (
  studio_id text not null,
  id text not null default new_id(),
  text_track_id text not null,
  start_ms integer not null,
  stop_ms integer not null,
  -- The order of lines that start together.
  position integer not null,
  text text not null,
  source text not null default '',
  -- The line of the script that it translates.
  origin_id text,
  -- The script has changed since.
  stale boolean not null default false,
  auto boolean not null default false,
  custom boolean not null default false,
  machine boolean not null default false,
  extra jsonb not null default '{}',
  version integer not null default 1,
  primary key (studio_id, id),
  foreign key (studio_id, text_track_id) references text_track on delete cascade,
  check (0 <= start_ms and start_ms < stop_ms)
);
create index text_track_line_order on text_track_line (text_track_id, start_ms, position, id);
create index text_track_line_search on text_track_line using gin (fold(text) gin_trgm_ops);
call tenant_table('text_track_line', vendors_see => 'sees_text_track(studio_id, text_track_id)');

create table text_track_line_version (
  studio_id text not null,
  text_track_id text not null,
  line_id text not null,
  version integer not null,
  revision integer not null,
  removed boolean not null default false,
  line jsonb not null,
  primary key (studio_id, line_id, version),
  foreign key (studio_id, text_track_id) references text_track on delete cascade
);
create index text_track_line_version_track on text_track_line_version (text_track_id, revision);
call tenant_table('text_track_line_version', vendors_see =>
  'sees_text_track(studio_id, text_track_id)');

create table text_track_revision (
  studio_id text not null,
  text_track_id text not null,
  number integer not null,
  person_id text not null references person,
  action text not null,
  at timestamptz not null default now(),
  primary key (studio_id, text_track_id, number),
  foreign key (studio_id, text_track_id) references text_track on delete cascade
);
call tenant_table('text_track_revision', vendors_see =>
  'sees_text_track(studio_id, text_track_id)');

create table script (
  studio_id text not null,
  id text not null default new_id(),
  asset_id text not null,
  part text not null,
  language text not null,
  text_track_id text not null,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, asset_id, part),
  unique (studio_id, text_track_id),
  foreign key (studio_id, asset_id) references asset on delete cascade,
  foreign key (studio_id, text_track_id) references text_track on delete cascade
);
create index script_by_id on script (id);
call tenant_table('script');

create table translation (
  studio_id text not null,
  id text not null default new_id(),
  asset_id text not null,
  work_request_id text not null,
  -- Which of the two parts of the request; null for one that was added.
  part text,
  language text not null,
  status text not null default 'incomplete',
  reason text not null default '',
  translator_id text references person,
  created_at timestamptz not null default now(),
  text_track_id text not null,
  script_revision integer not null default 0,
  remarks jsonb not null default '[]',
  primary key (studio_id, id),
  unique (studio_id, text_track_id),
  unique (studio_id, work_request_id, part) ,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, work_request_id) references work_request on delete cascade,
  foreign key (studio_id, text_track_id) references text_track on delete cascade
);
create index translation_by_id on translation (id);
create index translation_approved on translation (asset_id, language) where status = 'approved';
create index translation_asset on translation (asset_id, created_at desc, id desc);
create index translation_created on translation (created_at desc, id desc);
create index translation_of_translator on translation (translator_id, created_at desc, id desc)
  include (studio_id, work_request_id) where translator_id is not null;
create index translation_status on translation (studio_id, status, created_at desc, id desc)
  where status <> 'incomplete';
create index translation_studio on translation (studio_id, created_at desc, id desc);
create index translation_translator on translation (translator_id, asset_id)
  include (studio_id, work_request_id) where translator_id is not null;
call tenant_table('translation', vendors_see => 'sees_request(studio_id, work_request_id)');

/* Who has a translation open. */
create unlogged table presence (
  studio_id text not null,
  translation_id text not null,
  person_id text not null references person on delete cascade,
  line_id text,
  since timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  selection jsonb,
  changes integer not null default 1,
  primary key (studio_id, translation_id, person_id),
  foreign key (studio_id, translation_id) references translation on delete cascade
);
call tenant_table('presence', vendors_see => 'sees_translation(studio_id, translation_id)');

create table line_comment (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  translation_id text not null,
  -- No reference: the comment stays when its line is removed.
  line_id text not null,
  -- The first comment of its thread, if it is a reply.
  reply_to_id text,
  from_id text not null references person,
  text text not null,
  -- A suggested text, and the text of the line that it was suggested for.
  suggestion text,
  original text,
  status text not null default 'open'
    check (status in ('open', 'resolved', 'accepted', 'rejected')),
  decided_by text references person,
  decided_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- The vendor at that time.
  vendor_id text,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request,
  foreign key (studio_id, translation_id) references translation on delete cascade,
  foreign key (studio_id, reply_to_id) references line_comment on delete cascade,
  check ((suggestion is null) = (original is null)),
  check (suggestion is not null or status in ('open', 'resolved')),
  check ((status = 'open') = (decided_by is null))
);
create index line_comment_thread on line_comment (reply_to_id) where reply_to_id is not null;
create index line_comment_translation on line_comment (translation_id, created_at, id);
call tenant_table('line_comment', vendors_see => 'sees_request(studio_id, work_request_id)');

create table memory_unit (
  studio_id text not null,
  id text not null default new_id(),
  source_language text not null,
  language text not null,
  source text not null,
  target text not null,
  -- The source as it is compared, and the same of the lines before and after.
  source_key text not null,
  before_key text not null default '',
  after_key text not null default '',
  -- Similar lines share some of them: see api/src/memory/rules.
  minhashes integer[] not null,
  folded text not null generated always as (fold(((source || ' ') || target))) stored,
  origin text not null check (origin in ('approved', 'import')),
  project_id text,
  asset_id text,
  translation_id text,
  line_id text,
  approved_by text references person,
  approved_at timestamptz not null default now(),
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, translation_id) references translation on delete cascade,
  check (origin = 'import'
    or num_nulls(project_id, asset_id, translation_id, line_id) = 0)
);
create index memory_unit_exact on memory_unit
  (studio_id, source_language, language, md5(source_key));
create unique index memory_unit_import on memory_unit
  (studio_id, source_language, language, md5(source), md5(target))
  where origin = 'import';
create unique index memory_unit_line on memory_unit (studio_id, translation_id, line_id);
create index memory_unit_minhashes on memory_unit using gin (minhashes);
create index memory_unit_studio on memory_unit (studio_id, approved_at desc, id desc);
create index memory_unit_translation on memory_unit (translation_id);
call tenant_table('memory_unit', vendors_see =>
  'translation_id is null or sees_translation(studio_id, translation_id)');

create table studio_word (
  studio_id text not null references studio on delete cascade,
  id text not null default new_id(),
  language text not null,
  word text not null,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, language, word)
);
call tenant_table('studio_word');

create table draft_provider (
  studio_id text not null references studio on delete cascade,
  id text not null default new_id(),
  task text not null check (task in ('translation', 'transcription')),
  kind text not null check (kind in ('libretranslate', 'deepl', 'openai')),
  url text not null,
  model text,
  secret text,
  active boolean not null,
  allows_embargoed boolean not null,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, task)
);
call tenant_table('draft_provider');

create table draft_run (
  studio_id text not null,
  id text not null default new_id(),
  -- No reference: the run stays when the lines are removed.
  text_track_id text,
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
  finished_at timestamptz,
  primary key (studio_id, id)
);
create index draft_run_by_id on draft_run (id);
create unique index draft_run_active on draft_run (studio_id, text_track_id)
  where status in ('waiting', 'running');
create index draft_run_studio on draft_run (studio_id, created_at desc, id desc);
create index draft_run_text_track on draft_run (text_track_id, created_at desc, id desc);
call tenant_table('draft_run', vendors_see => 'sees_text_track(studio_id, text_track_id)');

create function search_text_track_lines(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from text_track_line
    where fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

/* What the policies of one text track say, asked once instead of for each of its lines. */
create function shows_text_track(studio text, track text) returns boolean
language plpgsql stable security definer set search_path from current as $$
begin
  return current_setting('role') <> 'reelay_service' or studio = any (stated_studios()) and (
    studio <> all (stated_vendor_studios())
    or exists (select from script s where s.studio_id = studio and s.text_track_id = track)
    or exists (
      select from translation t
        join work_request w on w.studio_id = t.studio_id and w.id = t.work_request_id
      where t.studio_id = studio and t.text_track_id = track and (
        w.vendor_id is null or w.owner_id = stated_person()
        or w.vendor_id = any (stated_groups()) and w.vendor_answer is distinct from 'declined')));
end $$;

create function lines_of_text_track(studio text, track text) returns setof text_track_line
language plpgsql stable security definer set search_path from current as $$
begin
  return query
    select l.* from text_track_line l
    where l.studio_id = studio and l.text_track_id = track
      and (select shows_text_track(studio, track));
end $$;

/* For a line that the caller has read. */
create function count_lines_above(line text_track_line) returns integer
language plpgsql stable security definer set search_path from current as $$
begin
  return (
    select count(*)::integer from text_track_line above
    where above.studio_id = line.studio_id and above.text_track_id = line.text_track_id
      and (above.start_ms, above.position, above.id) < (line.start_ms, line.position, line.id));
end $$;

create function find_memory_keys(
  of_studio text, of_source text, of_language text, hashes integer[], shortest integer,
  longest integer)
returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select distinct source_key from memory_unit
    where minhashes && hashes
      and studio_id = of_studio and source_language = of_source and language = of_language
      and length(source_key) between shortest and longest
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create function find_memory_units(
  of_studio text, of_source text, of_language text, keys text[])
returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from memory_unit
    where studio_id = of_studio and source_language = of_source and language = of_language
      and md5(source_key) = any (array(select md5(key) from unnest(keys) key))
      and source_key = any (keys)
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
