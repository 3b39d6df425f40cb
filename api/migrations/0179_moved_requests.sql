-- The open requests that somebody has moved, for people who moved many (docs/decisions/0152).

/* Moves of `since` and later are looked up each time. */
create unlogged table open_moved_request (
  person_id text primary key,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  since timestamptz not null,
  requests text[] not null
);
call protect_rows('open_moved_request');

/*
 * All open requests that the person has moved, and perhaps some that are closed since. Only a move of
 * the person or opening a closed request adds one. A plan for all values would look for recent moves
 * among all moves of the person.
 */
create function find_moved_requests(person text) returns text[] language plpgsql
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  known open_moved_request;
begin
  select * into known from open_moved_request m
  where m.person_id = person and m.valid_until > now()
    and not changed_since(array['moved requests ' || person, 'imported requests'], m.snapshot);
  if known.person_id is null then
    insert into open_moved_request
    select person, pg_current_snapshot(), now() + interval '2 hours', now() - interval '1 hour',
      array(
        select w.id from work_request w
        where w.status not in ('complete', 'cancelled') and w.id in (
          select h.work_request_id from work_request_history h where h.person_id = person))
    on conflict on constraint open_moved_request_pkey do update
      set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
        since = excluded.since, requests = excluded.requests
    returning * into known;
    delete from open_moved_request m where m.valid_until < now();
  end if;
  return known.requests || array(
    select recent.work_request_id from studio s
    cross join lateral (
      select h.work_request_id from work_request_history h
      where h.studio_id = s.id and h.at >= known.since and h.person_id = person
      offset 0) recent);
end $$;

/*
 * Requests that the person owns, reviews, approves, has moved or translates. Somebody may have
 * reviewed many requests that are not open any more, so their statuses are looked up in the index. If
 * somebody has moved more than a thousand requests, most of them are closed, so the open ones are
 * stored.
 */
create or replace function open_requests_of(person text) returns setof text language plpgsql volatile
  security definer set search_path = public, pg_temp as $$
declare
  many constant int := 1000;
  moved text[] := array(
    select h.work_request_id from work_request_history h where h.person_id = person limit many);
begin
  if cardinality(moved) = many then
    moved := find_moved_requests(person);
  end if;
  return query
    select w.id from work_request w
    where w.owner_id = person and w.status not in ('complete', 'cancelled')
    union
    select w.id from work_request w
    where w.reviewer_id = person and w.status in ('incomplete', 'submitted', 'awaiting-materials',
      'in-progress', 'for-review', 'rejected', 'approved')
    union
    select w.id from work_request w
    where w.approver_id = person and w.status in ('incomplete', 'submitted', 'awaiting-materials',
      'in-progress', 'for-review', 'rejected', 'approved')
    union
    select w.id from work_request w
    where w.assignee_id = person and w.status not in ('complete', 'cancelled')
    union
    select w.id from work_request w
    where w.id = any (moved || array(
        select t.work_request_id from translation t where t.translator_id = person and t.assists))
      and w.status not in ('complete', 'cancelled');
end $$;

create function invalidate_moved_requests() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into cache_invalidation (dependency)
  select distinct 'moved requests ' || h.person_id from work_request_history h
  where h.work_request_id = new.id;
  return null;
end $$;
create trigger invalidate_moved after update of status on work_request for each row
  when (old.status in ('complete', 'cancelled') and new.status not in ('complete', 'cancelled'))
  execute function invalidate_moved_requests();
