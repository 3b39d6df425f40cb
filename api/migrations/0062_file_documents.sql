-- The replies of files and previews show how far the file is processed, and what it can be played as.
create function invalidate_file() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency) values (coalesce(new.file_id, old.file_id));
  return null;
end $$;
create trigger invalidate_cache after insert or update or delete on media
  for each row execute function invalidate_file();
create trigger invalidate_cache after insert or update or delete on media_step
  for each row execute function invalidate_file();
create trigger invalidate_file after insert or update on rendition
  for each row when (new.person_id is null) execute function invalidate_file();
create trigger invalidate_file_delete after delete on rendition
  for each row when (old.person_id is null) execute function invalidate_file();
