-- Counts of work requests by language, and of assignees by territory (docs/decisions/0146).

/* The language is the `type` of the counts of requests, so a new request adds to as many as before. */
create or replace function count_new_work_request() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  own_slot constant integer := count_slot();
  of_studio text;
  of_project text;
  of_language text;
  of_status text;
  of_territory text;
  of_vendor text;
  is_offered boolean;
  of_bucket bigint;
  rows bigint;
begin
  for of_studio, of_project, of_language, of_status, of_territory, of_vendor, is_offered, of_bucket,
    rows in
    select r.studio_id, r.project_id, r.language, r.status, r.territory, coalesce(r.vendor_id, ''),
      r.submitted_at is not null
        and (r.vendor_id is null or r.vendor_answer is distinct from 'declined'),
      floor(extract(epoch from r.created_at) / 86400)::bigint, count(*)
    from added r group by 1, 2, 3, 4, 5, 6, 7, 8
  loop
    insert into bucket_count as c (kind, studio_id, bucket, slot, total)
    values ('work_request', of_studio, of_bucket, own_slot, rows)
    on conflict (kind, studio_id, bucket, slot) do update set total = c.total + excluded.total;
    insert into row_count as c (
      kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
    values
      ('work_request', of_studio, '', of_language, of_status, of_territory, of_vendor, is_offered,
        own_slot, rows),
      ('project_request', of_studio, '', of_project, '', '', of_vendor, is_offered,
        own_slot, rows)
    on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
    do update set total = c.total + excluded.total;
  end loop;
  return null;
end $$;

/* These stay the same otherwise. */
do $do$
declare
  name text;
begin
  foreach name in array array['count_work_request', 'rebuild_counts_by_studio'] loop
    execute replace(pg_get_functiondef(name::regproc), $$r.studio_id, '', '', r.status, r.territory$$,
      $$r.studio_id, '', r.language, r.status, r.territory$$);
  end loop;
  foreach name in array array['count_assignee', 'rebuild_assignee_counts'] loop
    execute replace(replace(replace(replace(pg_get_functiondef(name::regproc),
      $$counted.type, '', '', coalesce(r.vendor_id$$,
      $$counted.type, '', r.territory, coalesce(r.vendor_id$$),
      $$counted.type, '', '', coalesce(w.vendor_id$$,
      $$counted.type, '', w.territory, coalesce(w.vendor_id$$),
      'group by 2, 4, 7, 8', 'group by 2, 4, 6, 7, 8'),
      'order by 2, 4, 7, 8', 'order by 2, 4, 6, 7, 8');
  end loop;
end $do$;

drop trigger count_update on work_request;
create trigger count_update after update on work_request for each row
  when (old.language is distinct from new.language or old.status is distinct from new.status
    or old.territory is distinct from new.territory
    or old.vendor_id is distinct from new.vendor_id
    or old.vendor_answer is distinct from new.vendor_answer
    or old.submitted_at is distinct from new.submitted_at)
  execute function count_work_request();
drop trigger count_assignee_update on work_request;
create trigger count_assignee_update after update on work_request for each row
  when ((old.assignee_id is not null or new.assignee_id is not null)
    and (old.studio_id is distinct from new.studio_id
      or old.assignee_id is distinct from new.assignee_id
      or old.territory is distinct from new.territory
      or old.vendor_id is distinct from new.vendor_id
      or old.vendor_answer is distinct from new.vendor_answer
      or old.submitted_at is distinct from new.submitted_at))
  execute function count_assignee();

lock table row_count in share row exclusive mode;
delete from row_count where kind = 'work_request';
insert into row_count (
  kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
select 'work_request', w.studio_id, '', w.language, w.status, w.territory, coalesce(w.vendor_id, ''),
  w.submitted_at is not null
    and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'),
  0, count(*)
from work_request w group by 2, 4, 5, 6, 7, 8;
select rebuild_assignee_counts();
