-- Pages at a great offset of somebody's notifications (docs/decisions/0147).

/* How many shown notifications a person has on each day before `until`, as days since 1970. */
create unlogged table notification_day_count (
  person_id text not null,
  studio_id text not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  until bigint not null,
  days bigint[] not null,
  totals bigint[] not null,
  primary key (person_id, studio_id)
);
call protect_rows('notification_day_count');

/*
 * The counts of all days. Days that have been over for two hours are counted once and stored.
 * Extended counts keep the snapshot of the first, so a change after it makes all of them invalid.
 */
create function count_notification_days(person text, studio text)
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
    and not exists (
      select from cache_invalidation c
      where c.dependency = 'notifications ' || person
        and c.transaction_id >= pg_snapshot_xmin(d.snapshot)
        and changed_after(c.transaction_id, d.snapshot));
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

/* Notifications are hidden or deleted later. Those of the last hour are never stored. */
create function invalidate_hidden_notification() returns trigger language plpgsql as $$
declare
  changed constant text := 'notifications ' || old.to_id;
begin
  /* One change can hide many notifications of a person. */
  insert into cache_invalidation (dependency)
  select changed where not exists (
    select from cache_invalidation c
    where c.dependency = changed and c.transaction_id = pg_current_xact_id());
  return null;
end $$;
create trigger invalidate_days_update after update of sight_id on notification for each row
  when (old.sight_id <> new.sight_id and old.created_at < now() - interval '1 hour')
  execute function invalidate_hidden_notification();

create function invalidate_deleted_notifications() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select distinct 'notifications ' || r.to_id from removed r;
  return null;
end $$;
create trigger invalidate_days_delete after delete on notification
  referencing old table as removed
  for each statement execute function invalidate_deleted_notifications();
