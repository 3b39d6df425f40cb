-- Groups of work requests by week, counted once (docs/decisions/0145).

/*
 * How many requests that were created until `created_until` are due in each week of a time zone. The
 * scope is all requests of the studio, what some vendors see, or a territory.
 */
create unlogged table due_week_count (
  studio_id text not null,
  scope text not null,
  zone text not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  created_until timestamptz not null,
  weeks timestamptz[] not null,
  totals bigint[] not null,
  primary key (studio_id, scope, zone)
);
call protect_rows('due_week_count');

drop function count_due_weeks(text, text[], text);

/* Each week of all requests, or of what these vendors see, is counted in the index by due date. */
create function count_weeks_in_index(studio text, groups text[], zone text)
  returns table (week timestamptz, requests bigint) language plpgsql stable
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  first timestamptz;
  last timestamptz;
  until timestamptz := '-infinity';
begin
  loop
    select coalesce(least(w.due_at, w.deadline_at), 'infinity') into first
    from work_request w
    where w.studio_id = studio and coalesce(least(w.due_at, w.deadline_at), 'infinity') >= until
    order by coalesce(least(w.due_at, w.deadline_at), 'infinity') limit 1;
    exit when first is null;
    week := date_trunc('week', nullif(first, 'infinity'), zone);
    until := date_add(week, interval '7 days', zone);
    last := coalesce(until - interval '1 microsecond', 'infinity');
    if groups is null then
      select count(*) into requests from work_request w
      where w.studio_id = studio and coalesce(least(w.due_at, w.deadline_at), 'infinity') >= first
        and coalesce(least(w.due_at, w.deadline_at), 'infinity') <= last;
    else
      select count(*) into requests from work_request w
      where w.studio_id = studio and coalesce(least(w.due_at, w.deadline_at), 'infinity') >= first
        and coalesce(least(w.due_at, w.deadline_at), 'infinity') <= last
        and w.submitted_at is not null
        and (w.vendor_id is null
          or w.vendor_id = any (groups) and w.vendor_answer is distinct from 'declined');
    end if;
    return next;
    exit when week is null;
  end loop;
end $$;

/* A week can have several rows. `week` is null for requests without a due date. */
create function count_due_weeks(studio text, groups text[], of_territory text, in_zone text)
  returns table (week timestamptz, requests bigint) language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  of_scope constant text := case when groups is not null then 'vendors ' || groups::text
    when of_territory is not null then 'territory ' || of_territory else 'all' end;
  settled constant timestamptz := now() - interval '2 hours';
  taken constant pg_snapshot := pg_current_snapshot();
  known due_week_count;
begin
  if current_setting('role') = 'reelay_service' and (studio <> all (stated_studios())
    or studio = any (stated_vendor_studios()) and (groups <@ stated_groups()) is not true) then
    return;
  end if;
  select * into known from due_week_count d
  where d.studio_id = studio and d.scope = of_scope and d.zone = in_zone and d.valid_until > now()
    and not exists (
      select from cache_invalidation c
      where c.dependency = any (case when groups is null then array['due dates ' || studio]
          else array['due dates ' || studio, 'offers ' || studio] end)
        and c.transaction_id >= pg_snapshot_xmin(d.snapshot)
        and changed_after(c.transaction_id, d.snapshot));
  if known.studio_id is null then
    /* One statement, so that both parts have the same snapshot. */
    insert into due_week_count as d
    select studio, of_scope, in_zone, taken, now() + interval '12 hours', settled,
      coalesce(array_agg(counted.week), '{}'), coalesce(array_agg(counted.requests), '{}')
    from (
      select one.week, sum(one.requests)::bigint as requests from (
        select * from count_weeks_in_index(studio, groups, in_zone) where of_territory is null
        union all
        select date_trunc('week', least(w.due_at, w.deadline_at), in_zone), count(*)
        from work_request w where w.studio_id = studio and w.territory = of_territory group by 1
        union all
        select * from count_new_due_weeks(studio, groups, of_territory, in_zone, settled, -1)) one
      group by 1 having sum(one.requests) <> 0) counted
    on conflict on constraint due_week_count_pkey do update
      set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
        created_until = excluded.created_until, weeks = excluded.weeks, totals = excluded.totals
    returning * into known;
    delete from due_week_count d where d.valid_until < now();
  end if;
  return query
    select * from unnest(known.weeks, known.totals)
    union all
    select * from count_new_due_weeks(
      studio, groups, of_territory, in_zone, known.created_until, 1);
end $$;

/* The requests of the scope that were created since, times `sign`. */
create function count_new_due_weeks(
  studio text, groups text[], of_territory text, in_zone text, since timestamptz, sign integer)
  returns table (week timestamptz, requests bigint) language sql stable
  set search_path = public, pg_temp
begin atomic
  select date_trunc('week', least(w.due_at, w.deadline_at), in_zone), sign * count(*)
  from work_request w
  where w.studio_id = studio and w.created_at > since
    and (of_territory is null or w.territory = of_territory)
    and (groups is null or w.submitted_at is not null and (w.vendor_id is null
      or w.vendor_id = any (groups) and w.vendor_answer is distinct from 'declined'))
  group by 1;
end;

/* Requests of the last two hours are never stored, so changes of new ones need nothing. */
create function invalidate_due_weeks() returns trigger language plpgsql as $$
declare
  is_offer constant boolean := tg_op = 'UPDATE' and (old.due_at, old.deadline_at, old.territory)
    is not distinct from (new.due_at, new.deadline_at, new.territory);
  changed constant text := case when is_offer then 'offers ' else 'due dates ' end || old.studio_id;
  mark constant text := concat_ws(' ', pg_current_xact_id(), changed);
begin
  if current_setting('reelay.invalidated_weeks', true) is distinct from mark then
    insert into cache_invalidation (dependency) values (changed);
    perform set_config('reelay.invalidated_weeks', mark, true);
  end if;
  return null;
end $$;
create trigger invalidate_weeks_update after update on work_request for each row
  when (old.created_at < now() - interval '1 hour'
    and (old.due_at is distinct from new.due_at or old.deadline_at is distinct from new.deadline_at
      or old.territory is distinct from new.territory
      or old.submitted_at is distinct from new.submitted_at
      or old.vendor_id is distinct from new.vendor_id
      or old.vendor_answer is distinct from new.vendor_answer))
  execute function invalidate_due_weeks();
create trigger invalidate_weeks_delete after delete on work_request for each row
  when (old.created_at < now() - interval '1 hour')
  execute function invalidate_due_weeks();
