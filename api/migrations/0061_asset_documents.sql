-- The reply of an asset names the preview that provides its still image. A new image changes it.
create function invalidate_asset_of_file() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select asset_id from file where id = coalesce(new.file_id, old.file_id);
  return null;
end $$;
create trigger invalidate_cache after insert or update on rendition
  for each row when (new.person_id is null and new.kind in ('image', 'poster'))
  execute function invalidate_asset_of_file();
create trigger invalidate_cache_delete after delete on rendition
  for each row when (old.person_id is null and old.kind in ('image', 'poster'))
  execute function invalidate_asset_of_file();

/*
 * A vendor that declines a request no longer sees its languages among the sources of the asset. A
 * vendor that accepts it after all sees them again.
 */
drop trigger invalidate_asset_view on work_request;
create trigger invalidate_asset_view after update on work_request
  for each row when (old.status = 'complete' or new.status = 'complete'
    or old.vendor_id is distinct from new.vendor_id or old.territory is distinct from new.territory
    or old.vendor_answer is distinct from new.vendor_answer)
  execute function invalidate_asset_view();
