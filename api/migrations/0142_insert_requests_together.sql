-- Inserts several work requests with one statement (docs/decisions/0134). It replaces the function
-- that inserted one.

drop function insert_work_request(jsonb, jsonb, jsonb, text[], jsonb, jsonb, jsonb);

/*
 * Each argument is an array of rows, or null. Inserts all of them or nothing. A request of an unknown
 * territory violates the constraint `work_request_territory`. The territories are locked, because no
 * foreign key protects their codes.
 */
create function insert_work_requests(requests jsonb, history jsonb, translations jsonb,
  materials jsonb, events jsonb, jobs jsonb, entries jsonb) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  wanted constant text[] := array(
    select r ->> 'territory' from jsonb_array_elements(requests) r where r ->> 'territory' <> '');
  locked constant text[] := array(
    select code from territory where code = any (wanted) for share);
begin
  if not wanted <@ locked then
    raise foreign_key_violation using message = 'The territory is unknown.',
      constraint = 'work_request_territory';
  end if;
  insert into work_request (id, studio_id, project_id, asset_id, owner_id, status, language,
    territory, due_at, due_tz, deadline_at, deadline_tz, dng, uses, dcp, recipients, shipping,
    instructions, reason, tags, auto, autosubs, dual_languages, auto_mode, aspect_ratio,
    audio_file_id, estimate_base, estimate_applied, estimate_currency, submitted_at, created_at)
  select id, studio_id, project_id, asset_id, owner_id, status, language,
    territory, due_at, due_tz, deadline_at, deadline_tz, dng, uses, dcp, recipients, shipping,
    instructions, reason, tags, auto, autosubs, dual_languages, auto_mode, aspect_ratio,
    audio_file_id, estimate_base, estimate_applied, estimate_currency, submitted_at, created_at
  from jsonb_populate_recordset(null::work_request, requests);
  insert into work_request_history (
    studio_id, work_request_id, person_id, status, reason, automatic, cause, at)
  select studio_id, work_request_id, person_id, status, reason, cause is not null, cause,
    created_at + number * interval '1 microsecond'
  from jsonb_to_recordset(history) as given (studio_id text, work_request_id text, person_id text,
    status text, reason text, cause text, created_at timestamptz, number int);
  insert into text_track (id, studio_id)
  select text_track_id, studio_id
  from jsonb_to_recordset(translations) as given (text_track_id text, studio_id text);
  insert into translation (id, studio_id, asset_id, work_request_id, part, language, text_track_id,
    script_revision, created_at)
  select id, studio_id, asset_id, work_request_id, part, language, text_track_id, script_revision,
    created_at
  from jsonb_to_recordset(translations) as given (id text, studio_id text, asset_id text,
    work_request_id text, part text, language text, text_track_id text, script_revision int,
    created_at timestamptz);
  if materials is not null then
    insert into material (work_request_id, name)
    select work_request_id, name
    from jsonb_to_recordset(materials) as given (work_request_id text, name text);
  end if;
  perform insert_rows(events, jobs, entries);
end $$;
