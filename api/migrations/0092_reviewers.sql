-- Who reviews the versions of a work request, and who approves it. Null: everybody who may.
alter table work_request
  add column reviewer_id text references person,
  add column approver_id text references person;
create index work_request_reviewer on work_request (reviewer_id) where reviewer_id is not null;
create index work_request_approver on work_request (approver_id) where approver_id is not null;

/* The ids of the open requests that a person owns, has moved, translates, reviews or approves. */
create or replace function open_requests_of(person text) returns setof text language sql stable
  security definer set search_path = public, pg_temp as $$
  select w.id from work_request w
  where w.status not in ('complete', 'cancelled') and (
    w.owner_id = person or w.reviewer_id = person or w.approver_id = person
    or exists (
      select from work_request_history h
      where h.person_id = person and h.work_request_id = w.id)
    or exists (
      select from translation tr
      where tr.work_request_id = w.id and tr.translator_id = person))
$$;
