-- Groups of work requests by week (docs/decisions/0145).

/*
 * The number of requests for each week in which one is due, counted in the index by due date. `week`
 * is null for requests without a due date. With `groups`, only requests that these vendors see are
 * counted. Policies would keep PostgreSQL from looking up a week in the index.
 */
create function count_due_weeks(studio text, groups text[], zone text)
  returns table (week timestamptz, requests bigint) language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  first timestamptz;
  last timestamptz;
  until timestamptz := '-infinity';
begin
  if current_setting('role') = 'reelay_service' and (studio <> all (stated_studios())
    or studio = any (stated_vendor_studios()) and (groups <@ stated_groups()) is not true) then
    return;
  end if;
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
    if requests > 0 then
      return next;
    end if;
    exit when week is null;
  end loop;
end $$;
