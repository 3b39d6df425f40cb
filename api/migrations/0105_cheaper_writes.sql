/* Functions that PostgreSQL inlines: a call of an SQL function costs 20 to 50 µs otherwise, and a
   submission makes thirty. `extract` from a time without a zone is immutable, as inlining needs. */
create or replace function seconds(timestamptz) returns bigint
  language sql immutable strict parallel safe
  return floor(extract(epoch from $1 at time zone 'UTC'))::bigint;

create or replace function new_id() returns text language sql volatile parallel safe
  return lpad(to_hex(seconds(clock_timestamp())), 8, '0')
    || left(gen_random_uuid()::text, 8) || right(gen_random_uuid()::text, 8);

/* The plan for a few events is good for every call. Planning takes ten times as long as running. */
alter function settle_sights(text[]) set plan_cache_mode = force_generic_plan;

/* A draft that is submitted has no events yet. */
create or replace function settle_request() returns trigger language plpgsql security definer
  set search_path to 'public', 'pg_temp' as $$
declare
  events text[] := array(select id from event where work_request_id = new.id);
begin
  if events <> '{}' then
    perform settle_sights(events);
  end if;
  return null;
end $$;

/* One row per transaction tells as much as one for each part of the work request. A rollback to a
   savepoint restores the setting too. */
create or replace function invalidate_work_request() returns trigger language plpgsql as $$
declare
  request text := coalesce(new.work_request_id, old.work_request_id);
  mark text := pg_current_xact_id()::text || ' ' || request;
begin
  if current_setting('reelay.invalidated_request', true) is distinct from mark then
    insert into cache_invalidation (dependency) values (request);
    perform set_config('reelay.invalidated_request', mark, true);
  end if;
  return null;
end $$;
