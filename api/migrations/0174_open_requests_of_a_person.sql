-- Finds the open requests in which a person takes part from indexes that begin with the person,
-- instead of looking at all open requests.

drop index work_request_reviewer;
create index work_request_reviewer on work_request (reviewer_id, status)
  where reviewer_id is not null;
drop index work_request_approver;
create index work_request_approver on work_request (approver_id, status)
  where approver_id is not null;

/*
 * Requests that the person owns, reviews, approves, has moved or translates. Somebody may have
 * reviewed many requests that are not open any more, so their statuses are looked up in the index. If
 * somebody has moved or translated more than a thousand requests, reading all open requests takes
 * less time than looking up each.
 */
create or replace function open_requests_of(person text) returns setof text language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  many constant int := 1000;
  moved text[] := array(
    select h.work_request_id from work_request_history h where h.person_id = person
    union all
    select tr.work_request_id from translation tr where tr.translator_id = person
    limit many);
begin
  if cardinality(moved) = many then
    moved := array(
      select w.id from work_request w
      where w.status not in ('complete', 'cancelled') and w.id in (
        select h.work_request_id from work_request_history h where h.person_id = person)
      union
      select w.id from work_request w
      where w.status not in ('complete', 'cancelled') and w.id in (
        select tr.work_request_id from translation tr where tr.translator_id = person));
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
    where w.id = any (moved) and w.status not in ('complete', 'cancelled');
end $$;
