-- Pages of audit entries by action, kind and outcome are found as those of spans are: PostgreSQL
-- expects few entries of a studio, and walked the whole log for a rare action.

/* What entries `a` must have: `act` (its beginning), `kinds`, `outcome`, the seconds `from` and `to`. */
create function audit_conditions(wanted jsonb) returns text language plpgsql immutable as $$
declare
  conditions text := '';
begin
  if wanted ? 'act' then
    conditions := conditions || format(' and starts_with(a.act, %L)', wanted ->> 'act');
  end if;
  if wanted ? 'kinds' then
    conditions := conditions || format(' and a.about_kind = any (%L)',
      array(select jsonb_array_elements_text(wanted -> 'kinds')));
  end if;
  if wanted ? 'outcome' then
    conditions := conditions || format(' and a.outcome = %L', wanted ->> 'outcome');
  end if;
  if wanted ? 'from' then
    conditions := conditions || format(' and a.at >= to_timestamp(%s)', (wanted ->> 'from')::float8);
  end if;
  if wanted ? 'to' then
    conditions := conditions || format(' and a.at < to_timestamp(%s)', (wanted ->> 'to')::float8);
  end if;
  return conditions;
end $$;

/* As in migration 0163, with the conditions of its own function. */
create or replace function count_audit_entries(studio text, wanted jsonb) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known audit_search_count;
  settled_up_to bigint;
  settled bigint;
  found bigint;
  may_store boolean;
  conditions text := 'true';
begin
  if studio is null
    or current_setting('role') = 'reelay_service' and studio <> all (stated_studios()) then
    return 0;
  end if;
  may_store := pg_try_advisory_xact_lock_shared(7309142);
  select * into known from audit_search_count s
  where s.studio_id = studio and s.pattern = wanted::text;
  settled_up_to := (
    select a.number from audit a where a.at < now() - interval '1 hour'
    order by a.number desc limit 1);
  if known.up_to is not null then
    conditions := format('a.number > %s', known.up_to);
  end if;
  conditions := conditions || audit_conditions(wanted);
  if studio <> '' then
    conditions := conditions || format(' and (a.studios && %L) is true', array[studio]);
  end if;
  execute format(
    'select count(*) filter (where a.number <= $1), count(*) from audit a where %s', conditions)
    into settled, found using settled_up_to;
  if may_store and settled_up_to is not null
    and (settled > 1000 or not wanted ?| array['from', 'to'])
    and (known.up_to is null or settled_up_to - known.up_to > 10000) then
    insert into audit_search_count as s (studio_id, pattern, up_to, total)
    values (studio, wanted::text, settled_up_to, coalesce(known.total, 0) + settled)
    on conflict (studio_id, pattern) do update
      set up_to = excluded.up_to, total = excluded.total, counted_at = now()
      where s.up_to < excluded.up_to;
    delete from audit_search_count s where (s.studio_id, s.pattern) in (
      select old.studio_id, old.pattern from audit_search_count old
      order by old.counted_at desc offset 500);
  end if;
  return coalesce(known.total, 0) + found;
end $$;

/*
 * The ids of the newest entries of a studio, or of all studios (''), with the values of
 * count_audit_entries, of which there are `total`. Many until now are found by walking the log, others
 * by their values. `is true` keeps PostgreSQL from reading all entries of a studio.
 */
create function find_audit_entries(studio text, wanted jsonb, total bigint, amount bigint)
  returns text[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  walks constant boolean := total > 1000
    and coalesce(to_timestamp((wanted ->> 'to')::float8) > now(), true);
  conditions constant text := 'true' || audit_conditions(wanted);
  of_studio constant text := case when studio = '' then 'true'
    else format('(a.studios && %L) is true', array[studio]) end;
  ids text[];
begin
  if studio is null
    or current_setting('role') = 'reelay_service' and studio <> all (stated_studios()) then
    return '{}';
  end if;
  execute format(case when walks then
      'select array(select a.id from audit a where (%s) is true and %s
        order by a.number desc limit %s)'
    else
      'select array(select chosen.id from (
          select a.id, a.number from audit a where %s and %s offset 0) chosen
        order by chosen.number desc limit %s)'
    end, conditions, of_studio, amount) into ids;
  return ids;
end $$;

drop function find_audit_span(text, timestamptz, timestamptz, bigint, bigint);
