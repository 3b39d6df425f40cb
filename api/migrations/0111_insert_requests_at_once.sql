-- Functions that insert a work request, and what follows from a change, in one statement that needs
-- no transaction around it (docs/decisions/0101). They run as their caller, so row-level security
-- applies to each statement.

/* Events with their jobs, other jobs, and audit entries. Null if there are none. */
create function insert_rows(events jsonb, jobs jsonb, entries jsonb) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
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
end $$;

/*
 * `new` is a row of work_request, `parts` are its translations, `history` its entries. Returns false
 * and inserts nothing if its territory is unknown. The territory is locked, because no foreign key
 * protects its code.
 */
create function insert_work_request(new jsonb, parts jsonb, history jsonb, materials text[],
  events jsonb, jobs jsonb, entries jsonb) returns boolean language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  r constant work_request := jsonb_populate_record(null::work_request, new);
begin
  if r.territory <> '' then
    perform from territory where code = r.territory for share;
    if not found then
      return false;
    end if;
  end if;
  insert into work_request (id, studio_id, project_id, asset_id, owner_id, status, language,
    territory, due_at, due_tz, deadline_at, deadline_tz, dng, uses, dcp, recipients, shipping,
    instructions, reason, tags, auto, autosubs, dual_languages, auto_mode, aspect_ratio,
    audio_file_id, estimate_base, estimate_applied, estimate_currency, submitted_at, created_at)
  values (r.id, r.studio_id, r.project_id, r.asset_id, r.owner_id, r.status, r.language,
    r.territory, r.due_at, r.due_tz, r.deadline_at, r.deadline_tz, r.dng, r.uses, r.dcp,
    r.recipients, r.shipping, r.instructions, r.reason, r.tags, r.auto, r.autosubs,
    r.dual_languages, r.auto_mode, r.aspect_ratio, r.audio_file_id, r.estimate_base,
    r.estimate_applied, r.estimate_currency, r.submitted_at, r.created_at);
  -- Each entry is later than the one before.
  insert into work_request_history (
    studio_id, work_request_id, person_id, status, reason, automatic, cause, at)
  select r.studio_id, r.id, r.owner_id, given.value ->> 'status', given.value ->> 'reason',
    given.value ? 'cause', given.value ->> 'cause',
    r.created_at + (given.number - 1) * interval '1 microsecond'
  from jsonb_array_elements(history) with ordinality as given (value, number)
  order by given.number;
  insert into text_track (id, studio_id)
  select given."textTrack", r.studio_id
  from jsonb_to_recordset(parts) as given ("textTrack" text);
  insert into translation (id, studio_id, asset_id, work_request_id, part, language, text_track_id,
    script_revision, created_at)
  select given._id, r.studio_id, r.asset_id, r.id, given.part, r.language, given."textTrack",
    given.revision, r.created_at
  from jsonb_to_recordset(parts) as given (_id text, part text, "textTrack" text, revision int);
  if materials <> '{}' then
    insert into material (work_request_id, name) select r.id, unnest(materials);
  end if;
  perform insert_rows(events, jobs, entries);
  return true;
end $$;

/* The first entry of a request has no vendor. It is as old as its request, and other entries are
   newer than their transaction. */
drop trigger stamp_vendor on work_request_history;
create trigger stamp_vendor before insert on work_request_history
  for each row when (new.status <> 'incomplete' or new.at > now())
  execute function stamp_vendor();
