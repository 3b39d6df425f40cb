-- One job and one update for each event (docs/decisions/0142).

/*
 * Events with their jobs and the vendor of their request at this time, other jobs, audit entries, and idempotency keys with their responses. Null
 * if there are none.
 */
create or replace function insert_rows(events jsonb, jobs jsonb, entries jsonb, keys jsonb) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if events is not null then
    -- now() is the same for the whole transaction, but its events have an order.
    with new_event as (
      insert into event (type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
        created_at, notify_users, notify_groups, vendor_id)
      select type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
        clock_timestamp(), notify_users, notify_groups,
        (select w.vendor_id from work_request w where w.id = given.work_request_id)
      from jsonb_to_recordset(events) as given (type text, from_id text, studio_id text,
        work_request_id text, asset_id text, project_id text, files text[], told jsonb,
        notify_users text[], notify_groups text[])
      returning id)
    insert into job (kind, payload)
    select 'notify', jsonb_build_object('event', id) from new_event;
  end if;
  if jobs is not null then
    insert into job (kind, payload, priority, run_at)
    select kind, payload, priority, now() + make_interval(secs => in_seconds)
    from jsonb_to_recordset(jobs) as given (kind text, payload jsonb, priority int,
      in_seconds float8);
  end if;
  if entries is not null then
    insert into audit (by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked,
      request, address, outcome, search)
    select by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked, request,
      address, outcome, fold(about_name) || chr(31) || fold(by_name) || chr(31) || fold(act)
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

-- Only `insert_rows` and imports insert events, and imports know their vendors.
drop trigger stamp_vendor on event;

-- The job that notifies of an event also queues it for webhooks.
update job set kind = 'notify', payload = jsonb_build_object('event', unsent.event)
from (
  select job.id as job, (
    select e.id from event e
    where e.studio_id = job.payload ->> 'studio' and not e.pushed
    order by e.created_at, e.id limit 1) as event
  from job where job.kind = 'enqueue-deliveries') unsent
where job.id = unsent.job and unsent.event is not null;
delete from job where kind = 'enqueue-deliveries';

-- `event_open_subject` contains the same events.
drop index event_undigested;

-- A plan that was made for few requests read all of them to merge them with the new events.
alter function settle_new_events() set enable_mergejoin = off;
alter function settle_new_events() set enable_hashjoin = off;
