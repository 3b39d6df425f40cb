-- Lists of requests by assignee, and in the order of groups (docs/decisions/0138).

/* The translator of the dialogue, or of the graphics. Triggers take it from the translations. */
alter table work_request add column assignee_id text;

alter table work_request disable trigger user;
update work_request w set assignee_id = found.translator_id
from (
  select distinct on (t.work_request_id) t.work_request_id, t.translator_id from translation t
  where t.part is not null and t.translator_id is not null
  order by t.work_request_id, t.part) found
where found.work_request_id = w.id;
alter table work_request enable trigger user;

/*
 * The lock comes first, in a statement of its own: after waiting, the next statement sees the
 * translator that somebody else assigned to the other part.
 */
create function set_assignee() returns trigger language plpgsql security definer
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
  return null;
end $$;
create trigger set_assignee_insert after insert on translation for each row
  when (new.part is not null and new.translator_id is not null)
  execute function set_assignee();
create trigger set_assignee after update on translation for each row
  when (new.part is not null and old.translator_id is distinct from new.translator_id)
  execute function set_assignee();
/* Deferred, because a request that is being deleted cannot be changed. */
create constraint trigger set_assignee_delete after delete on translation
  deferrable initially deferred for each row
  when (old.part is not null and old.translator_id is not null)
  execute function set_assignee();

/*
 * The number of requests of each assignee: `type` is the assignee. An empty `type` has the same number
 * below zero, so that it and the counts of all requests add up to those without an assignee.
 */
create function count_assignee() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into row_count as c (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'assignee_request', r.studio_id, '', counted.type, '', '', coalesce(r.vendor_id, ''),
    r.submitted_at is not null
      and (r.vendor_id is null or r.vendor_answer is distinct from 'declined'),
    count_slot(), sum(r.change * counted.sign)
  from (select old.*, -1 as change union all select new.*, 1 where tg_op = 'UPDATE') r
  cross join lateral (values (r.assignee_id, 1), ('', -1)) counted (type, sign)
  where r.assignee_id is not null
  group by 2, 4, 7, 8 having sum(r.change * counted.sign) <> 0 order by 2, 4, 7, 8
  on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
  do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger count_assignee_update after update on work_request for each row
  when ((old.assignee_id is not null or new.assignee_id is not null)
    and (old.studio_id, old.assignee_id, old.vendor_id, old.vendor_answer, old.submitted_at)
      is distinct from (new.studio_id, new.assignee_id, new.vendor_id, new.vendor_answer,
        new.submitted_at))
  execute function count_assignee();
create trigger count_assignee_delete after delete on work_request for each row
  when (old.assignee_id is not null)
  execute function count_assignee();

create function rebuild_assignee_counts() returns void language plpgsql as $$
begin
  delete from row_count where kind = 'assignee_request';
  insert into row_count (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'assignee_request', w.studio_id, '', counted.type, '', '', coalesce(w.vendor_id, ''),
    w.submitted_at is not null
      and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'),
    0, sum(counted.sign)
  from work_request w
  cross join lateral (values (w.assignee_id, 1), ('', -1)) counted (type, sign)
  where w.assignee_id is not null group by 2, 4, 7, 8;
end $$;
select rebuild_assignee_counts();
create or replace function rebuild_row_counts() returns void language plpgsql as $$
begin
  perform rebuild_counts_by_record(), rebuild_project_counts(), rebuild_assignee_counts();
end $$;

/* The requests of each assignee and vendor, in the order of the due dates. */
create index work_request_assignee on work_request (
  assignee_id, studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id);
drop index work_request_vendor;
create index work_request_vendor on work_request (
  vendor_id, studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id);

/* The calendar asks for days of due dates, not of deadlines. */
create index work_request_due_at on work_request (studio_id, due_at);

/* Groups are counted in these indexes, with what the policies and the roles compare. */
drop index work_request_due;
create index work_request_due on work_request (
    studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  include (due_at, deadline_at, vendor_id, vendor_answer, owner_id, submitted_at);
drop index work_request_language;
create index work_request_language on work_request (
    studio_id, language, created_at desc, id desc)
  include (vendor_id, vendor_answer, owner_id, submitted_at, due_at, deadline_at);
drop index work_request_territory;
create index work_request_territory on work_request (
    studio_id, territory, created_at desc, id desc)
  include (vendor_id, vendor_answer, owner_id, status, assignee_id, language, project_id, due_at,
    deadline_at);
drop index work_request_owner;
create index work_request_owner on work_request (owner_id, created_at desc, id desc)
  include (studio_id, vendor_id, vendor_answer, territory, submitted_at, status, assignee_id,
    language, project_id, due_at, deadline_at);
drop index work_request_open;
create index work_request_open on work_request (
    studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  include (due_at, deadline_at, status, asset_id, project_id, owner_id, reviewer_id, approver_id,
    territory, vendor_id, vendor_answer, submitted_at, assignee_id, language)
  where status not in ('complete', 'cancelled');
