create function names_people(definition jsonb) returns boolean
language sql immutable parallel safe
  return jsonb_path_exists(definition, '$."phases".*."groups"[*]')
    or jsonb_path_exists(definition, '$."phases".*."users"[*]');

create function sees_workflow(workflow text, definition jsonb) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from asset a where a.workflow_id = workflow)
    or exists (
      select from jsonb_path_query(definition, '$."phases".*."groups"[*]."id"') named (id)
        join group_studio gs on gs.group_id = named.id #>> '{}')
    or exists (
      select from jsonb_path_query(definition, '$."phases".*."users"[*]') named (id)
        join membership m on m.person_id = named.id #>> '{}');
end $$;

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
) as types (slug, name, category, media);
call reference_table('asset_type', 'true');

create table workflow (
  id text primary key default new_id(),
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null default now()
);
insert into workflow (id, name, definition) values ('000000000000000000000001', 'Standard', '{
  "phases": {
    "WIP": {
      "groups": [], "users": [], "terminal": false, "description": "Work in progress",
      "transitions": ["LOCK"]
    },
    "LOCK": {
      "groups": [], "users": [], "terminal": false, "description": "Picture is locked",
      "transitions": ["FINAL"]
    },
    "FINAL": {
      "groups": [], "users": [], "terminal": true, "description": "Released", "transitions": []
    }
  },
  "requireGraphicsApproval": true,
  "requireOfflineApproval": true
}');
call reference_table('workflow', 'not names_people(definition) or sees_workflow(id, definition)');

create table project (
  studio_id text not null references studio,
  id text not null default new_id(),
  slug text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  logo_id text,
  status text not null default 'active',
  description text not null default '',
  release_at timestamptz,
  release_tz text,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, slug)
);
create index project_search on project using gin (name_folded gin_trgm_ops);
create index project_slug on project (slug);
create index project_studio on project (studio_id, name, id);
call tenant_table('project');

create table project_term (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  kind text not null,
  source text not null,
  -- Empty: for every language.
  language text not null default '',
  -- Empty: the term is not translated.
  target text not null default '',
  forbidden text[] not null default '{}',
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project on delete cascade
);
create unique index project_term_source on project_term
  (studio_id, project_id, language, lower(source));
call tenant_table('project_term');

create table asset (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  type_id text not null references asset_type,
  slug text not null,
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
  -- The asset's own access lists; null: those of the workflow.
  definition jsonb,
  phase text not null,
  -- Whether the phase is the last one, which ends an embargo until the event.
  terminal boolean not null default false,
  phase_changed_at timestamptz not null default now(),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, slug),
  foreign key (studio_id, project_id) references project
);
create index asset_by_id on asset (id);
create index asset_created on asset (created_at desc, id desc) where archived_at is null;
create index asset_definition on asset (id) where definition is not null;
create index asset_name on asset (studio_id, name, id);
create index asset_phase on asset (workflow_id, phase) where definition is null;
create index asset_project on asset (project_id, created_at desc, id desc);
create index asset_search on asset using gin (name_folded gin_trgm_ops);
create index asset_slug on asset (slug);
create index asset_studio on asset (studio_id, created_at desc, id desc);
call tenant_table('asset');

create table asset_view (
  studio_id text not null,
  asset_id text not null,
  person_id text not null references person on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (studio_id, asset_id, person_id),
  foreign key (studio_id, asset_id) references asset on delete cascade
);
call tenant_table('asset_view');

create table feedback (
  studio_id text not null,
  asset_id text not null,
  person_id text not null references person on delete cascade,
  vote text not null default '',
  share text not null default '',
  primary key (studio_id, asset_id, person_id),
  foreign key (studio_id, asset_id) references asset on delete cascade
);
create index feedback_asset on feedback (asset_id, person_id);
call tenant_table('feedback');

create table list_view (
  studio_id text not null references studio on delete cascade,
  id text not null default new_id(),
  person_id text not null references person on delete cascade,
  list text not null check (list in ('workrequests', 'assets', 'playlists')),
  name text not null,
  query text not null,
  shared boolean not null default false,
  territory text,
  group_id text references people_group on delete cascade,
  created_at timestamptz not null default now(),
  primary key (studio_id, id)
);
create index list_view_group on list_view (group_id) where group_id is not null;
create index list_view_person on list_view (person_id, created_at);
create index list_view_studio on list_view (studio_id) where shared;
call tenant_table('list_view');

create function phase_includes(phase jsonb, person text, groups text[]) returns boolean
language sql immutable parallel safe
  return coalesce(phase -> 'users' ? person, false) or exists (
    select from jsonb_array_elements(phase -> 'groups') named
    where named.value ->> 'id' = any (groups));

/* Policies bar trigram indexes, because `like` could leak values, so these run as the owner. */
create function search_projects(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from project
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
create function search_assets(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from asset
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
