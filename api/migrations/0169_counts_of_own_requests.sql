-- Totals and groups of what people own outside of their territory (docs/decisions/0150).

/* Whether something that others depend on changed after a snapshot. */
create function changed_since(dependencies text[], snapshot pg_snapshot) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from cache_invalidation c
    where c.dependency = any (dependencies) and c.transaction_id >= pg_snapshot_xmin(snapshot)
      and changed_after(c.transaction_id, snapshot));
$$;

/*
 * How many complete and cancelled requests of a studio a person owns, or how many translations these
 * have. Each position of the arrays is a group.
 */
create unlogged table own_request_count (
  person_id text not null,
  studio_id text not null,
  kind text not null,
  zone text not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  territories text[] not null,
  vendors text[] not null,
  answers text[] not null,
  submitted timestamptz[] not null,
  statuses text[] not null,
  languages text[] not null,
  assignees text[] not null,
  weeks timestamptz[] not null,
  totals bigint[] not null,
  primary key (person_id, studio_id, kind, zone)
);
call protect_rows('own_request_count');

/* Open requests are counted in this index. */
drop index work_request_owner_open;
create index work_request_owner_open on work_request (owner_id, asset_id)
  include (id, studio_id, territory, status, language, vendor_id, vendor_answer, submitted_at,
    assignee_id, due_at, deadline_at)
  where status not in ('complete', 'cancelled');

/*
 * What a person owns in a studio, by what roles compare: `requests` also by status, language and
 * assignee, `weeks` by the week of the due date in a time zone, and `translations` counts those of the
 * requests. The columns have the names of work_request; `submitted_at` says only whether a request was
 * submitted. Complete and cancelled requests seldom change, so they are counted once if they are many.
 */
create function count_own_requests(person text, studio text, of_kind text, in_zone text)
  returns table (owner_id text, studio_id text, territory text, vendor_id text, vendor_answer text,
    submitted_at timestamptz, status text, language text, assignee_id text, week timestamptz,
    total bigint)
  language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  many constant int := 500;
  taken constant pg_snapshot := pg_current_snapshot();
begin
  if current_setting('role') = 'reelay_service'
    and (person is distinct from stated_person() or studio <> all (stated_studios())) then
    return;
  end if;
  /* One statement, so that both parts have the same snapshot. */
  return query
    with known as materialized (
      select * from own_request_count d
      where d.person_id = person and d.studio_id = studio and d.kind = of_kind and d.zone = in_zone
        and d.valid_until > now()
        and not changed_since(array['own requests ' || person], d.snapshot))
    select person, studio, stored.* from known k cross join lateral unnest(k.territories, k.vendors,
      k.answers, k.submitted, k.statuses, k.languages, k.assignees, k.weeks, k.totals) stored
    union all
    select w.owner_id, w.studio_id, w.territory, w.vendor_id, w.vendor_answer,
      case when w.submitted_at is not null then timestamptz '-infinity' end,
      case of_kind when 'requests' then w.status end,
      case of_kind when 'requests' then w.language end,
      case of_kind when 'requests' then w.assignee_id end,
      case of_kind when 'weeks'
        then date_trunc('week', least(w.due_at, w.deadline_at), in_zone) end,
      sum(case of_kind when 'translations' then count_translations(w.id) else 1 end)::bigint
    from work_request w
    where w.owner_id = person and w.studio_id = studio
      and w.status not in ('complete', 'cancelled') and exists (select from known)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  if found then
    return;
  end if;
  return query
    with counted as materialized (
      select w.status in ('complete', 'cancelled') as closed, w.territory, w.vendor_id,
        w.vendor_answer,
        case when w.submitted_at is not null then timestamptz '-infinity' end as submitted_at,
        case of_kind when 'requests' then w.status end as status,
        case of_kind when 'requests' then w.language end as language,
        case of_kind when 'requests' then w.assignee_id end as assignee_id,
        case of_kind when 'weeks'
          then date_trunc('week', least(w.due_at, w.deadline_at), in_zone) end as week,
        sum(case of_kind when 'translations' then count_translations(w.id) else 1 end)::bigint
          as total
      from work_request w where w.owner_id = person and w.studio_id = studio
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    stored as (
      insert into own_request_count
      select person, studio, of_kind, in_zone, taken, now() + interval '12 hours',
        array_agg(c.territory), array_agg(c.vendor_id), array_agg(c.vendor_answer),
        array_agg(c.submitted_at), array_agg(c.status), array_agg(c.language),
        array_agg(c.assignee_id), array_agg(c.week), array_agg(c.total)
      from counted c where c.closed having sum(c.total) >= many
      on conflict on constraint own_request_count_pkey do update
        set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
          territories = excluded.territories, vendors = excluded.vendors,
          answers = excluded.answers, submitted = excluded.submitted,
          statuses = excluded.statuses, languages = excluded.languages,
          assignees = excluded.assignees, weeks = excluded.weeks, totals = excluded.totals)
    select person, studio, c.territory, c.vendor_id, c.vendor_answer, c.submitted_at, c.status,
      c.language, c.assignee_id, c.week, c.total
    from counted c;
end $$;

create function count_translations(request text) returns bigint language sql stable
  set search_path = public, pg_temp
  return (select count(*) from translation t where t.work_request_id = request);

create function invalidate_own_requests() returns trigger language plpgsql as $$
begin
  /* One change can concern many requests of a person. */
  insert into cache_invalidation (dependency)
  select distinct 'own requests ' || owner from (values
    (case when tg_op <> 'INSERT' then old.owner_id end),
    (case when tg_op <> 'DELETE' then new.owner_id end)) changed (owner)
  where owner is not null and not exists (
    select from cache_invalidation c
    where c.dependency = 'own requests ' || owner and c.transaction_id = pg_current_xact_id());
  return null;
end $$;
/* A new request is open, so creating and submitting one needs nothing. */
create trigger invalidate_own_insert after insert on work_request for each row
  when (new.status in ('complete', 'cancelled'))
  execute function invalidate_own_requests();
create trigger invalidate_own_update after update on work_request for each row
  when ((old.status in ('complete', 'cancelled') or new.status in ('complete', 'cancelled'))
    and (old.owner_id, old.studio_id, old.territory, old.status, old.language, old.vendor_id,
        old.vendor_answer, old.submitted_at, old.assignee_id, old.due_at, old.deadline_at)
      is distinct from (new.owner_id, new.studio_id, new.territory, new.status, new.language,
        new.vendor_id, new.vendor_answer, new.submitted_at, new.assignee_id, new.due_at,
        new.deadline_at))
  execute function invalidate_own_requests();
create trigger invalidate_own_delete after delete on work_request for each row
  when (old.status in ('complete', 'cancelled'))
  execute function invalidate_own_requests();

/* Translations of both parts are added together with their request, which is open then. */
create function invalidate_own_translations() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select 'own requests ' || w.owner_id from work_request w
  where w.id = case when tg_op = 'DELETE' then old.work_request_id else new.work_request_id end
    and w.status in ('complete', 'cancelled');
  return null;
end $$;
create trigger invalidate_own_insert after insert on translation for each row
  when (new.part is null)
  execute function invalidate_own_translations();
create trigger invalidate_own_delete after delete on translation for each row
  execute function invalidate_own_translations();
