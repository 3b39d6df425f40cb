-- A sub-select in a policy is part of the plan of each statement that reads its table, and PostgreSQL
-- prepares all of it before the first row. A function is called only for the rows that need it: for
-- rows of tables without a studio, and for people of vendors.

create function sees_request(request text) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from work_request where id = request);
end $$;
create function sees_file(file_id text) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from file where id = file_id);
end $$;
create function sees_asset(asset text) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from asset a where a.id = asset);
end $$;
create function sees_text_track(track text) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from translation where text_track_id = track)
    or exists (select from script where text_track_id = track);
end $$;
/* A definition can name groups and people. */
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

do $$
declare
  child text;
begin
  foreach child in array array['encode', 'material', 'work_request_file'] loop
    execute format('alter policy caller on %s using (sees_request(work_request_id))', child);
  end loop;
  foreach child in array array['work_request_history', 'offline', 'translation', 'offline_comment',
    'work_request_comment'] loop
    execute format('alter policy caller on %s using (
      studio_id = any ((select stated_studios())::text[])
      and (studio_id <> all ((select stated_vendor_studios())::text[])
        or sees_request(work_request_id)))', child);
  end loop;
  foreach child in array array['media', 'media_step', 'rendition', 'film_fingerprint', 'trace_code'] loop
    execute format('alter policy caller on %s using (sees_file(file_id))', child);
  end loop;
  foreach child in array array['feedback', 'asset_view'] loop
    execute format('alter policy caller on %s using (sees_asset(asset_id))', child);
  end loop;
end $$;

alter policy caller on download using (
  (studio_id = any ((select stated_studios())::text[]) or person_id = (select stated_person()))
  and (studio_id <> all ((select stated_vendor_studios())::text[]) or sees_file(file_id)));
alter policy caller on text_track using (
  studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[]) or sees_text_track(id)));
alter policy caller on event using (
  studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or (work_request_id is null or sees_request(work_request_id))
      and (files = '{}' or exists (select from unnest(files) named (id) where sees_file(named.id)))));
alter policy caller on workflow using (
  not jsonb_path_exists(definition, '$."phases".*."groups"[*]')
    and not jsonb_path_exists(definition, '$."phases".*."users"[*]')
  or sees_workflow(id, definition));

/* The groups of people, for records that name them. `group_studio` decides in which studio they count. */
create view person_group as
select gp.person_id, g.id as group_id, g.name
from group_person gp join people_group g on g.id = gp.group_id;
revoke insert, update, delete on person_group from reelay_system, reelay_service;
