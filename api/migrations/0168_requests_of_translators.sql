-- Lists of translators start from the requests that are assigned to them (docs/decisions/0149).

/* Whether the translator is not the assignee of the request, as for the second of two translators. */
alter table translation add column assists boolean not null default false;

alter table translation disable trigger user;
update translation t set assists = true
from work_request w
where w.id = t.work_request_id and t.translator_id is distinct from w.assignee_id
  and t.translator_id is not null;
alter table translation enable trigger user;

create index translation_assists on translation (translator_id)
  include (studio_id, work_request_id, part) where assists;
create index work_request_assignee_open on work_request (
    assignee_id, studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  where assignee_id is not null and status not in ('complete', 'cancelled');

create or replace function set_assignee() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  request constant text := case when tg_op = 'DELETE'
    then old.work_request_id else new.work_request_id end;
  assignee text;
begin
  perform from work_request w where w.id = request for no key update;
  select t.translator_id into assignee from translation t
  where t.work_request_id = request and t.part is not null and t.translator_id is not null
  order by t.part limit 1;
  update work_request w set assignee_id = assignee
  where w.id = request and w.assignee_id is distinct from assignee;
  update translation t set assists = not t.assists
  where t.work_request_id = request
    and t.assists <> (t.translator_id is not null and t.translator_id is distinct from assignee);
  return null;
end $$;

/* Also for a translation that belongs to no part, whose translator is never the assignee. */
drop trigger set_assignee_insert on translation;
create trigger set_assignee_insert after insert on translation for each row
  when (new.translator_id is not null)
  execute function set_assignee();
drop trigger set_assignee on translation;
create trigger set_assignee after update on translation for each row
  when (old.translator_id is distinct from new.translator_id)
  execute function set_assignee();

/*
 * Requests that the person owns, reviews, approves, has moved or translates. If somebody has moved more
 * than a thousand requests, reading all open requests takes less time than looking up each.
 */
create or replace function open_requests_of(person text) returns setof text language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  many constant int := 1000;
  moved text[] := array(
    select h.work_request_id from work_request_history h where h.person_id = person limit many);
begin
  if cardinality(moved) = many then
    moved := array(
      select w.id from work_request w
      where w.status not in ('complete', 'cancelled') and w.id in (
        select h.work_request_id from work_request_history h where h.person_id = person));
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
