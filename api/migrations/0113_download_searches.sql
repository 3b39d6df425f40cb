-- Searches of the download history for a common word (docs/decisions/0115). Which downloads match is
-- stored as bits, so that a page and its total do not compare names again.

/*
 * Stored searches depend on the names of files, assets and projects of their studio, or on the
 * instructions of its work requests. New rows are not part of them.
 */
create function invalidate_searches() returns trigger language plpgsql as $$
declare
  mark text := concat_ws(' ', pg_current_xact_id(), tg_argv[0], old.studio_id, new.studio_id);
begin
  if current_setting('reelay.invalidated_searches', true) is distinct from mark then
    insert into cache_invalidation (dependency)
    select distinct tg_argv[0] || ' ' || studio
    from unnest(array[old.studio_id, new.studio_id]) studio where studio is not null;
    perform set_config('reelay.invalidated_searches', mark, true);
  end if;
  return null;
end $$;
create trigger invalidate_searches
  after update of name, asset_id, project_id, studio_id, removed_at on file
  for each row when (old.name <> new.name or old.asset_id <> new.asset_id
    or old.project_id <> new.project_id or old.studio_id <> new.studio_id
    or old.removed_at is distinct from new.removed_at)
  execute function invalidate_searches('names');
create trigger invalidate_searches after update of name, studio_id, archived_at on asset
  for each row when (old.name <> new.name or old.studio_id <> new.studio_id
    or old.archived_at is distinct from new.archived_at)
  execute function invalidate_searches('names');
create trigger invalidate_searches after update of name, studio_id on project
  for each row when (old.name <> new.name or old.studio_id <> new.studio_id)
  execute function invalidate_searches('names');
create trigger invalidate_searches_delete after delete on file
  for each row execute function invalidate_searches('names');
create trigger invalidate_searches_delete after delete on asset
  for each row execute function invalidate_searches('names');

create unlogged table download_search (
  id bigint generated always as identity primary key,
  studio_id text not null,
  pattern text not null,
  /* Names that changed after it make the search invalid. */
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  /* Matches up to this download. */
  total bigint not null default 0,
  created_at timestamptz not null default '-infinity',
  download_id text not null default '',
  unique (studio_id, pattern)
);
call protect_rows('download_search');
call show_rows('download_search', 'studio_id = any ((select stated_studios())::text[])');

/* Successive downloads of the studio. Blocks without a match are not stored. */
create unlogged table download_search_block (
  search_id bigint not null references download_search on delete cascade,
  /* Matches in earlier blocks. */
  hits_before bigint not null,
  /* The download before the first of the block. */
  created_at timestamptz not null,
  id text not null,
  /* A bit for each download of the block: whether it matches. */
  hits bit varying not null,
  primary key (search_id, hits_before)
);
call protect_rows('download_search_block');
call show_rows('download_search_block',
  'exists (select from download_search s where s.id = search_id)');
