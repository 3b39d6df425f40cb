-- What depends on changes of other rows asks `changed_since`, instead of comparing snapshots itself.

create or replace function find_stored_downloads(studio text, wanted_pattern text, skip bigint, wanted bigint,
  newest_first boolean, out total bigint, out ids text[], out is_outdated boolean)
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  known download_search;
  recent text[];
  read bigint;
  top bigint;
begin
  if not reads_downloads_of(studio) then
    return;
  end if;
  select * into known from download_search s
  where s.studio_id = studio and s.pattern = wanted_pattern and s.valid_until > now()
    and not changed_since(array['names ' || studio], s.snapshot);
  if known.id is null then
    return;
  end if;
  select count(*), count(*) filter (where d.created_at < now() - interval '1 minute') > 100,
    array_agg(d.id order by d.created_at, d.id) filter (where d.hit)
  into read, is_outdated, recent
  from (
    select d.created_at, d.id, (
      select f.name_folded like wanted_pattern or a.name_folded like wanted_pattern
        or p.name_folded like wanted_pattern
      from file f join asset a on a.id = f.asset_id join project p on p.id = f.project_id
      where f.id = d.file_id and f.studio_id = studio) as hit
    from (
      select d.created_at, d.id, d.file_id from download d
      where d.studio_id = studio and (d.created_at, d.id) > (known.created_at, known.download_id)
      order by d.created_at, d.id limit 1001) d) d;
  /* It would take too long to compare more names. */
  if read > 1000 then
    return;
  end if;
  total := known.total + coalesce(cardinality(recent), 0);
  wanted := greatest(least(wanted, total - skip), 0);
  top := case when newest_first then total - skip else skip + wanted end;
  ids := array(
    select found.id from (
      select r.id, known.total + r.number as rank from unnest(recent) with ordinality r (id, number)
      where top > known.total
      union all
      select d.id, b.hits_before + row_number() over (partition by b.hits_before order by d.number)
      from download_search_block b
      cross join lateral (
        select d.id, row_number() over (order by d.created_at, d.id) as number
        from download d
        where d.studio_id = studio and (d.created_at, d.id) > (b.created_at, b.id)
        order by d.created_at, d.id limit length(b.hits)) d
      where b.search_id = known.id and b.hits_before < top
        and b.hits_before > top - wanted - 250
        and b.hits_before + bit_count(b.hits) > top - wanted
        and get_bit(b.hits, d.number::integer - 1) = 1) found
    where found.rank <= top and found.rank > top - wanted
    order by found.rank desc);
end $$;

create or replace function count_notification_days(person text, studio text)
  returns table (bucket bigint, total bigint) language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  settled constant bigint := floor(extract(epoch from now() - interval '2 hours') / 86400);
  hidden constant integer[] := array(select s.id from sight s where s.hidden);
  known notification_day_count;
  added record;
begin
  if current_setting('role') = 'reelay_service'
    and (person is distinct from stated_person() or studio <> all (stated_studios())) then
    return;
  end if;
  select * into known from notification_day_count d
  where d.person_id = person and d.studio_id = studio and d.valid_until > now()
    and not changed_since(array['notifications ' || person], d.snapshot);
  if known.person_id is null then
    known := (person, studio, pg_current_snapshot(), now() + interval '12 hours', 0, '{}', '{}');
  end if;
  if known.until < settled then
    select coalesce(array_agg(counted.day), '{}') as days,
      coalesce(array_agg(counted.rows), '{}') as totals
    into added from (
      select floor(extract(epoch from n.created_at) / 86400)::bigint as day, count(*) as rows
      from notification n
      where n.to_id = person and n.studio_id = studio and n.sight_id <> all (hidden)
        and n.created_at >= to_timestamp(known.until * 86400)
        and n.created_at < to_timestamp(settled * 86400)
      group by 1) counted;
    known.until := settled;
    known.days := known.days || added.days;
    known.totals := known.totals || added.totals;
    insert into notification_day_count select known.*
    on conflict on constraint notification_day_count_pkey do update
      set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
        until = excluded.until, days = excluded.days, totals = excluded.totals;
    delete from notification_day_count d where d.valid_until < now();
  end if;
  return query
    select * from unnest(known.days, known.totals)
    union all
    select floor(extract(epoch from n.created_at) / 86400)::bigint, count(*)
    from notification n
    where n.to_id = person and n.studio_id = studio and n.sight_id <> all (hidden)
      and n.created_at >= to_timestamp(settled * 86400)
    group by 1;
end $$;

create or replace function count_due_weeks(studio text, groups text[], of_territory text, in_zone text)
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
    and not changed_since(case when groups is null then array['due dates ' || studio]
      else array['due dates ' || studio, 'offers ' || studio] end, d.snapshot);
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
