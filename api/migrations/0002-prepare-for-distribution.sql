/*
 * So that the rows of studios can be distributed: functions in PL/pgSQL, whose statements a coordinator
 * of Citus can plan and which depend on no table, and no reference that sets a part of its key to null
 * or leads from a local table to one of studios.
 */
alter table token drop constraint token_scope_studio_id_scope_project_id_fkey;
alter table draft_run drop constraint draft_run_studio_id_text_track_id_fkey;
alter table event drop constraint event_studio_id_project_id_fkey;
alter table event add constraint event_studio_id_project_id_fkey
  foreign key (studio_id, project_id) references project;

/* Says what a person may see, so it is read with their memberships. */
alter table request_member drop constraint request_member_studio_id_work_request_id_fkey;
alter table request_member drop constraint request_member_studio_id_invitation_id_fkey;
comment on table request_member is 'reference';
alter policy caller on request_member
  using (studio_id = any (stated_studios())
    and (person_id = stated_person() or studio_id <> all (stated_vendor_studios())
      or sees_request(studio_id, work_request_id)));

/* Read by sees_person, so it is where people are. */
comment on table scim_user is 'reference';

create function delete_project_tokens(project text) returns void
language plpgsql security definer set search_path from current as $$
begin
  delete from token
  where scope_project_id = project
    and (current_setting('role') <> 'reelay_service'
      or scope_studio_id = any (stated_studios()));
end $$;

create or replace function search_projects(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from project
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_assets(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from asset
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_files(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from file
    where name_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_work_requests(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from work_request
    where instructions_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_work_request_comments(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from work_request_comment
    where removed_at is null and fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_text_track_lines(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from text_track_line
    where fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function shows_text_track(studio text, track text) returns boolean
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

create or replace function lines_of_text_track(studio text, track text) returns setof text_track_line
language plpgsql stable security definer set search_path from current as $$
begin
  return query
    select l.* from text_track_line l
    where l.studio_id = studio and l.text_track_id = track
      and (select shows_text_track(studio, track));
end $$;

create or replace function count_lines_above(line text_track_line) returns integer
language plpgsql stable security definer set search_path from current as $$
begin
  return (
    select count(*)::integer from text_track_line above
    where above.studio_id = line.studio_id and above.text_track_id = line.text_track_id
      and (above.start_ms, above.position, above.id) < (line.start_ms, line.position, line.id));
end $$;

create or replace function find_memory_keys(
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

create or replace function find_memory_units(
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

create or replace function search_offline_comments(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from offline_comment
    where removed_at is null and fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function events_concerning(ids text[]) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from event
    where (notify_users || notify_groups || from_id) && ids
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;

create or replace function search_audits(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from audit
    where search like pattern
      and (current_setting('role') <> 'reelay_service' or studios && stated_studios());
end $$;
