-- Inserts several work requests with one statement, and idempotency keys with the rows of their
-- request (docs/decisions/0134).

drop function insert_work_request(jsonb, jsonb, jsonb, text[], jsonb, jsonb, jsonb);

drop function insert_rows(jsonb, jsonb, jsonb);

/*
 * Events with their jobs, other jobs, audit entries, and idempotency keys with their responses. Null
 * if there are none.
 */
create function insert_rows(events jsonb, jobs jsonb, entries jsonb, keys jsonb) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if events is not null then
    -- now() is the same for the whole transaction, but its events have an order.
    with new_event as (
      insert into event (type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
        created_at, notify_users, notify_groups)
      select type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
        clock_timestamp(), notify_users, notify_groups
      from jsonb_to_recordset(events) as given (type text, from_id text, studio_id text,
        work_request_id text, asset_id text, project_id text, files text[], told jsonb,
        notify_users text[], notify_groups text[])
      returning id, studio_id)
    insert into job (kind, payload)
    select 'notify', jsonb_build_object('event', id) from new_event
    union all
    select 'enqueue-deliveries', jsonb_build_object('studio', studio_id)
    from (select distinct studio_id from new_event) changed;
  end if;
  if jobs is not null then
    insert into job (kind, payload, priority, run_at)
    select kind, payload, priority, now() + make_interval(secs => in_seconds)
    from jsonb_to_recordset(jobs) as given (kind text, payload jsonb, priority int,
      in_seconds float8);
  end if;
  if entries is not null then
    insert into audit (by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked,
      request, address, outcome)
    select by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked, request,
      address, outcome
    from jsonb_to_recordset(entries) as given (by_id text, by_name text, token text, act text,
      about_kind text, about_id text, about_name text, studios text[], asked jsonb, request text,
      address text, outcome text);
  end if;
  if keys is not null then
    insert into idempotency (person_id, key, digest, response)
    select person_id, key, digest, response
    from jsonb_to_recordset(keys) as given (person_id text, key text, digest text, response text);
  end if;
end $$;

/*
 * Each argument is an array of rows, or null. Inserts all of them or nothing. A request of an unknown
 * territory violates the constraint `work_request_territory`. The territories are locked, because no
 * foreign key protects their codes.
 */
create function insert_work_requests(requests jsonb, history jsonb, translations jsonb,
  materials jsonb, events jsonb, jobs jsonb, entries jsonb, keys jsonb) returns void language plpgsql
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
  perform insert_rows(events, jobs, entries, keys);
end $$;
