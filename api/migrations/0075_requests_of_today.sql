-- Today asks for few of many rows. Row-level security would check all of them, so these functions run
-- as the owner. Callers look up the requests as the person who asks, so they learn nothing about
-- requests that the person may not see.

/* The ids of the open requests that a person owns, has moved or translates. */
create function open_requests_of(person text) returns setof text language sql stable
  security definer set search_path = public, pg_temp as $$
  select w.id from work_request w
  where w.status not in ('complete', 'cancelled') and (
    w.owner_id = person
    or exists (
      select from work_request_history h
      where h.person_id = person and h.work_request_id = w.id)
    or exists (
      select from translation tr
      where tr.work_request_id = w.id and tr.translator_id = person))
$$;

/* The newest status changes of a studio, each with the status before it and the time it began. */
create function recent_status_changes(studio text, since timestamptz, wanted integer)
  returns table (work_request_id text, status text, began timestamptz, ended timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.work_request_id, earlier.status, earlier.at, h.at
  from (
    select h.id, h.work_request_id, h.status, h.at from work_request_history h
    where h.studio_id = studio and h.at > since
    order by h.at desc limit wanted) h
  cross join lateral (
    select e.status, e.at from work_request_history e
    where e.work_request_id = h.work_request_id and e.id < h.id
    order by e.id desc limit 1) earlier
  where h.status not in ('incomplete', 'cancelled')
    and earlier.status not in ('complete', 'cancelled')
$$;
