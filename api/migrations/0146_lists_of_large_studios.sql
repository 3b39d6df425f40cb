-- Indexes and counts for lists of large studios (docs/decisions/0137).

/* Who sees an open request, in the order of the due dates, without reading the requests. */
drop index work_request_open;
create index work_request_open on work_request (
    studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  include (due_at, deadline_at, status, asset_id, project_id, owner_id, reviewer_id, approver_id,
    territory, vendor_id, vendor_answer, submitted_at)
  where status not in ('complete', 'cancelled');

/* Own requests are counted by status. */
drop index work_request_owner;
create index work_request_owner on work_request (owner_id, created_at desc, id desc)
  include (studio_id, vendor_id, vendor_answer, territory, submitted_at, status);

/* Requests of a language are counted, with what the policies compare. */
drop index work_request_language;
create index work_request_language on work_request (
    studio_id, language, created_at desc, id desc)
  include (vendor_id, vendor_answer, owner_id);

/* Requests are sorted by the name of their asset, also if it is archived. */
drop index asset_name;
create index asset_name on asset (studio_id, name, id);
create index asset_archived on asset (id) include (studio_id) where archived_at is not null;

create index translation_of_translator on translation (translator_id, created_at desc, id desc)
  include (studio_id, work_request_id) where translator_id is not null;

/* The number of requests in each project: `type` is the project. */
create or replace function count_new_work_request() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  own_slot constant integer := count_slot();
  of_studio text;
  of_project text;
  of_status text;
  of_territory text;
  of_vendor text;
  is_offered boolean;
  of_bucket bigint;
  rows bigint;
begin
  for of_studio, of_project, of_status, of_territory, of_vendor, is_offered, of_bucket, rows in
    select r.studio_id, r.project_id, r.status, r.territory, coalesce(r.vendor_id, ''),
      r.submitted_at is not null
        and (r.vendor_id is null or r.vendor_answer is distinct from 'declined'),
      floor(extract(epoch from r.created_at) / 86400)::bigint, count(*)
    from added r group by 1, 2, 3, 4, 5, 6, 7
  loop
    insert into bucket_count as c (kind, studio_id, bucket, slot, total)
    values ('work_request', of_studio, of_bucket, own_slot, rows)
    on conflict (kind, studio_id, bucket, slot) do update set total = c.total + excluded.total;
    insert into row_count as c (
      kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
    values
      ('work_request', of_studio, '', '', of_status, of_territory, of_vendor, is_offered,
        own_slot, rows),
      ('project_request', of_studio, '', of_project, '', '', of_vendor, is_offered,
        own_slot, rows)
    on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
    do update set total = c.total + excluded.total;
  end loop;
  return null;
end $$;

create function count_project_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into row_count as c (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'project_request', r.studio_id, '', r.project_id, '', '', coalesce(r.vendor_id, ''),
    r.submitted_at is not null
      and (r.vendor_id is null or r.vendor_answer is distinct from 'declined'),
    count_slot(), sum(r.change)
  from (select old.*, -1 as change union all select new.*, 1 where tg_op = 'UPDATE') r
  group by 2, 4, 7, 8 having sum(r.change) <> 0 order by 2, 4, 7, 8
  on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
  do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger count_project_update after update on work_request for each row
  when ((old.studio_id, old.project_id, old.vendor_id, old.vendor_answer, old.submitted_at)
    is distinct from (new.studio_id, new.project_id, new.vendor_id, new.vendor_answer,
      new.submitted_at))
  execute function count_project_request();
create trigger count_project_delete after delete on work_request
  for each row execute function count_project_request();

create function rebuild_project_counts() returns void language plpgsql as $$
begin
  delete from row_count where kind = 'project_request';
  insert into row_count (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'project_request', w.studio_id, '', w.project_id, '', '', coalesce(w.vendor_id, ''),
    w.submitted_at is not null
      and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'),
    0, count(*)
  from work_request w group by 2, 4, 7, 8;
end $$;
select rebuild_project_counts();
alter function rebuild_row_counts() rename to rebuild_counts_by_record;
create function rebuild_row_counts() returns void language plpgsql as $$
begin
  perform rebuild_counts_by_record(), rebuild_project_counts();
end $$;

/*
 * When requests entered their status, and how often they were rejected. The policy of the history
 * looks up the request of each entry; the caller has found these requests already, in stated studios.
 */
create function progress_of_requests(requests text[])
  returns table (work_request_id text, since timestamptz, rejections bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.work_request_id, max(h.at), count(*) filter (where h.status = 'rejected')
  from work_request_history h
  where h.work_request_id = any (requests)
    and (current_setting('role') <> 'reelay_service'
      or h.studio_id = any ((select stated_studios())::text[]))
  group by 1
$$;
