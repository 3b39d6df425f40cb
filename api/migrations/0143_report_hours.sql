-- The hours of days that are not prepared yet (docs/decisions/0136). Their `day` is hours since 1970.
alter table report_day drop constraint report_day_kind_check;
alter table report_day add constraint report_day_kind_check check (kind in (
  'requests', 'request-hours', 'request-blocks', 'downloads', 'download-hours', 'rejections',
  'rejection-hours'));
drop policy caller on report_day;
call show_rows('report_day', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or kind in (''requests'', ''request-hours'', ''request-blocks'')
      and (vendor_id = '''' or vendor_id = any ((select stated_groups())::text[])))');

create function report_hour_of(at timestamptz) returns integer language sql immutable parallel safe
  return floor(extract(epoch from at) / 3600)::integer;
/* Hours of today and yesterday are prepared. After that the days are. */
create function first_report_hour() returns integer language sql stable parallel safe
  return (report_day_of(now()) - 1) * 24;
/* As for days, an hour is prepared when it has been over for two hours. */
create function last_report_hour() returns integer language sql stable parallel safe
  return report_hour_of(now() - interval '2 hours') - 1;

/*
 * Marks the days and hours of these times. It marks all that are over, also those that are not
 * prepared yet: they may be prepared before this transaction ends.
 */
create function mark_report_times(studio text, days_kind text, hours_kind text, times timestamptz[])
  returns void language sql as $$
  insert into report_mark (studio_id, kind, day)
  select studio, days_kind, report_day_of(at) from unnest(times) at
  where report_day_of(at) < report_day_of(now())
  union
  select studio, hours_kind, report_hour_of(at) from unnest(times) at
  where report_hour_of(at) >= first_report_hour() and report_hour_of(at) < report_hour_of(now())
$$;

create or replace function mark_request_days(request text, studio text, created timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  select mark_report_times(studio, 'requests', 'request-hours', array(
    select created
    union all
    select h.at from work_request_history h where h.work_request_id = request))
$$;
create or replace function mark_completed_request() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform mark_report_times(old.studio_id, 'requests', 'request-hours', array(
    select h.at from work_request_history h
    where h.work_request_id = old.id and h.status = 'complete'));
  return null;
end $$;
create or replace function mark_history() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    perform mark_report_times(old.studio_id, 'requests', 'request-hours', array[old.at]);
  end if;
  perform mark_request_days(w.id, w.studio_id, w.created_at) from work_request w
  where w.id = coalesce(new.work_request_id, old.work_request_id);
  return null;
end $$;

create or replace function mark_download() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    perform mark_report_times(old.studio_id, 'downloads', 'download-hours', array[old.created_at]);
  end if;
  if tg_op <> 'DELETE' then
    perform mark_report_times(new.studio_id, 'downloads', 'download-hours', array[new.created_at]);
  end if;
  return null;
end $$;
create or replace function mark_file_downloads() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_report_times(d.studio_id, 'downloads', 'download-hours', array_agg(d.created_at))
  from download d where d.file_id = old.id group by d.studio_id;
  return null;
end $$;

create or replace function mark_rejection_days(request text, studio text, before timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  select mark_report_times(studio, 'rejections', 'rejection-hours', array(
    select before where before is not null
    union all
    select h.at from work_request_history h
    where h.work_request_id = request and h.status = 'rejected'
    union all
    select o.created_at from offline o where o.work_request_id = request))
$$;

/*
 * The facts of a period look up what comes before and after each of them, which costs less than
 * sorting the whole history of its request. Other statuses than these may occur as often as they do.
 */
create or replace function request_facts(studio text, starts timestamptz, ends timestamptz)
  returns table (work_request_id text, at bigint, status text, previous bigint, before text,
    began bigint, next bigint, submitted bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, seconds(w.created_at), null, null::bigint, null, null::bigint, null::bigint,
    null::bigint
  from work_request w
  where w.studio_id = studio and w.created_at >= starts and w.created_at < ends
  union all
  select h.work_request_id, seconds(h.at), h.status, seconds(same.previous), entry.status,
    seconds(entry.at), seconds(same.next), seconds(same.submitted)
  from work_request_history h
  left join lateral (
    select e.status, e.at from work_request_history e
    where e.work_request_id = h.work_request_id and e.id < h.id
    order by e.id desc limit 1) entry on true
  left join lateral (
    select max(e.at) filter (where e.status = h.status and (e.at, e.id) < (h.at, h.id)) as previous,
      min(e.at) filter (where e.status = h.status and (e.at, e.id) > (h.at, h.id)) as next,
      min(e.at) filter (where e.status = 'submitted') as submitted
    from work_request_history e
    where e.work_request_id = h.work_request_id
      and h.status in ('submitted', 'complete', 'cancelled')) same on true
  where h.studio_id = studio and h.at >= starts and h.at < ends
$$;
