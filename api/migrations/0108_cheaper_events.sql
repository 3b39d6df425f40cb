-- New events: most need a sight that exists already. Looking for missing ones took half of the time.

create or replace function settle_new_events() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  events text[] := array(select id from added);
begin
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
  where x.event_id = any (events);

  -- Each event has a reader, its sender.
  events := array(
    select id from unnest(events) id
    where not exists (select from event_reader r where r.event_id = id));
  if events <> '{}' then
    perform settle_sights(events);
  end if;
  return null;
end $$;

/* Sights are never deleted, and only these functions write readers. */
alter table event_reader drop constraint event_reader_sight_id_fkey;

/* The first entry of a request has no vendor. It is as old as its transaction. */
drop trigger stamp_vendor on work_request_history;
create trigger stamp_vendor before insert on work_request_history
  for each row when (new.status <> 'incomplete' or new.at <> now())
  execute function stamp_vendor();
