-- What was approved once, kept for the next one who translates it; and what the people of a project agreed to call things.
create table memory_unit (
  id text primary key default new_id(),
  studio_id text not null references studio,
  source_language text not null,
  language text not null,
  source text not null,
  target text not null,
  -- What of the source counts when two lines are held against each other, and the same of the lines before and after it.
  source_key text not null,
  before_key text not null default '',
  after_key text not null default '',
  -- Hashes that similar lines of the same studio and languages share a few of: see memory/rules/near.ts.
  near int[] not null,
  folded text not null generated always as (fold(source || ' ' || target)) stored,
  origin text not null check (origin in ('approved', 'import')),
  project_id text references project,
  asset_id text references asset,
  translation_id text references translation on delete cascade,
  line_id text,
  approved_by text references person,
  approved_at timestamptz not null default now(),
  check (origin = 'import' or (project_id is not null and asset_id is not null and translation_id is not null and line_id is not null))
);
-- Digests in place of texts: a text of some length does not fit into the page of an index.
create unique index memory_unit_line on memory_unit (studio_id, translation_id, line_id);
create unique index memory_unit_import on memory_unit (studio_id, source_language, language, md5(source), md5(target)) where origin = 'import';
create index memory_unit_exact on memory_unit (studio_id, source_language, language, md5(source_key));
create index memory_unit_near on memory_unit using gin (near);
create index memory_unit_studio on memory_unit (studio_id, approved_at desc, id desc);
create index memory_unit_translation on memory_unit (translation_id);

create table project_term (
  id text primary key default new_id(),
  studio_id text not null references studio,
  project_id text not null references project on delete cascade,
  kind text not null,
  source text not null,
  -- Empty: for every language.
  language text not null default '',
  -- Empty: it stays as it is.
  target text not null default '',
  forbidden text[] not null default '{}',
  note text not null default '',
  created_at timestamptz not null default now()
);
create unique index project_term_source on project_term (project_id, language, lower(source));
