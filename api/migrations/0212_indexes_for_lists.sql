-- The people and groups that an event concerns. Policies bar the index from conditions of callers.
create index event_concerned on event using gin ((notify_users || notify_groups || from_id));

create function events_concerning(ids text[]) returns setof text
  language sql stable parallel safe security definer set search_path to public, pg_temp
begin atomic
  select id from event
  where (notify_users || notify_groups || from_id) && ids
    and ((select current_setting('role')) is distinct from 'reelay_service'
      or studio_id = any ((select stated_studios())::text[]));
end;
