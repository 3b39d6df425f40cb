-- Events and notifications of translators (docs/decisions/0151).

/*
 * The days before `until`, as days since 1970, on which a translator may see an event or a notification
 * of a studio. `readers` are the person and their groups.
 */
create unlogged table translator_day (
  person_id text not null,
  studio_id text not null,
  kind text not null,
  readers text[] not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  until bigint not null,
  days bigint[] not null,
  primary key (person_id, studio_id, kind)
);
call protect_rows('translator_day');

/*
 * Spans of days that have all events or notifications that a translator sees. Days that have been over
 * for two hours are looked at once and stored. A translator sees at most what is about their requests
 * and assets. Which request, which asset and whether files an event is about never change, so other
 * days can only be added when the person gets a translation or a request, which makes the stored days
 * invalid. Extended days keep the snapshot of the first.
 */
create function find_days_of_translator(person text, studio text, of_kind text, of_readers text[])
  returns table (since timestamptz, until timestamptz) rows 10 language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  settled constant bigint := floor(extract(epoch from now() - interval '2 hours') / 86400);
  known translator_day;
begin
  if current_setting('role') = 'reelay_service'
    and (person is distinct from stated_person() or studio <> all (stated_studios())) then
    return;
  end if;
  select * into known from translator_day d
  where d.person_id = person and d.studio_id = studio and d.kind = of_kind
    and d.readers = of_readers and d.valid_until > now()
    and not changed_since(array['assignments ' || person], d.snapshot);
  if known.person_id is null then
    known := (person, studio, of_kind, of_readers, pg_current_snapshot(),
      now() + interval '12 hours', 0, '{}');
  end if;
  if known.until < settled then
    known.days := known.days || array(
      select distinct floor(extract(epoch from listed.created_at) / 86400)::bigint
      from (
        select n.created_at, n.sight_id, n.work_request_id, n.asset_id from notification n
        where of_kind = 'notification' and n.to_id = person and n.studio_id = studio
          and n.created_at >= to_timestamp(known.until * 86400)
          and n.created_at < to_timestamp(settled * 86400)
        union all
        select r.created_at, r.sight_id, r.work_request_id, r.asset_id from event_reader r
        where of_kind = 'event' and r.reader_id = any (of_readers) and r.studio_id = studio
          and r.created_at >= to_timestamp(known.until * 86400)
          and r.created_at < to_timestamp(settled * 86400)) listed
      where listed.sight_id not in (
          select s.id from sight s where s.has_files and not s.has_request)
        and (listed.work_request_id is null or listed.work_request_id in (
          select t.work_request_id from translation t where t.translator_id = person
          union all select w.id from work_request w where w.owner_id = person))
        and (listed.asset_id is null or listed.asset_id in (
          select t.asset_id from translation t where t.translator_id = person)));
    known.until := settled;
    insert into translator_day select known.*
    on conflict on constraint translator_day_pkey do update
      set readers = excluded.readers, snapshot = excluded.snapshot,
        valid_until = excluded.valid_until, until = excluded.until, days = excluded.days;
    delete from translator_day d where d.valid_until < now();
  end if;
  return query
    select to_timestamp(min(one.day) * 86400), to_timestamp((max(one.day) + 1) * 86400)
    from (
      select day, day - row_number() over (order by day) as span
      from unnest(known.days) day) one
    group by one.span
    union all
    select to_timestamp(known.until * 86400), 'infinity';
end $$;

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
  if tg_op <> 'DELETE' then
    call invalidate_assignments(new.translator_id);
  end if;
  return null;
end $$;

/* One change can concern many requests of a person. */
create procedure invalidate_assignments(person text) language sql
  set search_path = public, pg_temp as $$
  insert into cache_invalidation (dependency)
  select 'assignments ' || person
  where person is not null and not exists (
    select from cache_invalidation c
    where c.dependency = 'assignments ' || person and c.transaction_id = pg_current_xact_id());
$$;

create function invalidate_new_owner() returns trigger language plpgsql as $$
begin
  call invalidate_assignments(new.owner_id);
  return null;
end $$;
create trigger invalidate_assignments after update of owner_id on work_request for each row
  when (old.owner_id <> new.owner_id)
  execute function invalidate_new_owner();
