-- What submitting a work request costs in PostgreSQL (docs/decisions/0101).

/*
 * The readers of new events. Which events need a new sight follows from the readers that were
 * inserted; looking for events without a reader read the whole table on a connection that had planned
 * it while the table was small. For the same reason no table may be read as a whole.
 */
create or replace function settle_new_events() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off as $$
declare
  events text[] := array(select id from added);
  settled text[];
begin
  with reader as (
    insert into event_reader (event_id, reader_id, studio_id, created_at, type, work_request_id,
      asset_id, notify_groups, sight_id, own)
    select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
      e.notify_groups, s.id, reader.id = x.owner_id
    from event_sight x
    join sight s
      on (s.studio_id, s.vendor_id, s.has_request, s.territory, s.request_vendor, s.offered,
        s.has_project, s.has_files, s.file_vendors, s.checked, s.hidden)
      = (x.studio_id, x.vendor_id, x.has_request, x.territory, x.request_vendor, x.offered,
        x.has_project, x.has_files, x.file_vendors, x.checked, x.hidden)
    join event e on e.id = x.event_id
    cross join lateral (
      select e.from_id as id union select unnest(e.notify_users)
      union select unnest(e.notify_groups)) reader
    where x.event_id = any (events)
    returning event_id)
  -- Each event has a reader, its sender.
  select array(select event_id from reader) into settled;
  events := array(select id from unnest(events) id where id <> all (settled));
  if events <> '{}' then
    perform settle_sights(events);
  end if;
  return null;
end $$;

/*
 * The history of a new request is as old as the request: it has no vendor yet, and nothing was
 * prepared from it. Later entries are at least as new as their transaction.
 */
drop trigger stamp_vendor on work_request_history;
create trigger stamp_vendor before insert on work_request_history
  for each row when (new.at >= now()) execute function stamp_vendor();
drop trigger invalidate_cache_insert on work_request_history;
create trigger invalidate_cache_insert after insert on work_request_history
  for each row when (new.at >= now()) execute function invalidate_work_request();
