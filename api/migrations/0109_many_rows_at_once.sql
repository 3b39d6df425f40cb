-- Counts of new rows and versions of callers for statements that change many rows. Migrations 0106 and
-- 0107 did these for each row.

do $do$
declare
  of_kind record;
  day constant text := 'floor(extract(epoch from r.created_at) / 86400)::bigint';
  /* Over `w`, a row of work_request: what decides who sees it. */
  of_request constant text := $$w.territory, coalesce(w.vendor_id, ''), w.submitted_at is not null
          and (w.vendor_id is null or w.vendor_answer is distinct from 'declined')$$;
begin
  for of_kind in select * from (values
    ('work_request', 'r.studio_id', $$'', r.status, $$ || replace(of_request, 'w.', 'r.'), day,
      'added r'),
    ('translation', 'r.studio_id', $$'', r.status, $$ || of_request, day,
      'added r join work_request w on w.id = r.work_request_id'),
    ('event', 'r.studio_id', $$r.type, '', '', '', true$$, day, 'added r where not r.hidden'),
    ('audit', 's.id', $$'', '', '', '', true$$, 'r.number >> 12',
      $$added r cross join unnest(r.studios || array['']) s (id)$$)
  ) kinds (name, studio, columns, bucket, source) loop
    execute format('drop trigger count_insert on %I', of_kind.name);
    execute format('
      create or replace function count_new_%1$s() returns trigger language plpgsql security definer
        set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $f$
      begin
        with counted (studio_id, type, status, territory, vendor_id, offered, bucket)
          as materialized (select %2$s, %3$s, %4$s from %5$s),
        by_day as (
          insert into bucket_count as c (kind, studio_id, bucket, slot, total)
          select %1$L, studio_id, bucket, count_slot(), count(*) from counted
          group by studio_id, bucket order by studio_id, bucket
          on conflict (kind, studio_id, bucket, slot)
          do update set total = c.total + excluded.total)
        insert into row_count as c (
          kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
        select %1$L, studio_id, '''', type, status, territory, vendor_id, offered, count_slot(),
          count(*)
        from counted
        group by studio_id, type, status, territory, vendor_id, offered
        order by studio_id, type, status, territory, vendor_id, offered
        on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
        do update set total = c.total + excluded.total;
        return null;
      end $f$', of_kind.name, of_kind.studio, of_kind.columns, of_kind.bucket, of_kind.source);
    execute format('create trigger count_insert after insert on %1$I
      referencing new table as added for each statement execute function count_new_%1$s()',
      of_kind.name);
  end loop;
end $do$;

create or replace function renew_callers() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform renew_people(array(select person_id from added));
  elsif tg_op = 'DELETE' then
    perform renew_people(array(select person_id from removed));
  else
    perform renew_people(array(
      select person_id from removed union select person_id from added));
  end if;
  return null;
end $$;
do $do$
declare
  source text;
begin
  foreach source in array array['membership', 'group_person', 'request_member'] loop
    execute format('drop trigger renew_callers on %I', source);
    execute format('create trigger renew_callers after insert on %I
      referencing new table as added for each statement execute function renew_callers()', source);
    execute format('create trigger renew_callers_update after update on %I
      referencing old table as removed new table as added
      for each statement execute function renew_callers()', source);
    execute format('create trigger renew_callers_delete after delete on %I
      referencing old table as removed for each statement execute function renew_callers()', source);
  end loop;
end $do$;
