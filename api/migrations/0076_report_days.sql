/*
 * The facts that reports count, prepared for each day (UTC) and vendor as columns of numbers
 * (docs/decisions/0098). A day is prepared if it has a row without a vendor and no mark.
 */
create table report_day (
  studio_id text not null references studio (id) on delete cascade,
  kind text not null check (kind in ('requests', 'downloads')),
  /* Days since 1970. */
  day integer not null,
  /* Empty for what belongs to no vendor. */
  vendor_id text not null,
  /* The working hours and holidays for which durations were calculated. */
  calendar text not null,
  body bytea not null,
  primary key (studio_id, kind, day, vendor_id)
);
/* Numbers hardly become shorter, and unpacking costs more than reading. */
alter table report_day alter column body set storage external;
call protect_rows('report_day');
call show_rows('report_day', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or kind = ''requests'' and (vendor_id = '''' or vendor_id = any ((select stated_groups())::text[])))');

/* Something that a prepared day contains has changed. Rows are only added, so nobody waits. */
create table report_mark (
  studio_id text not null references studio (id) on delete cascade,
  kind text not null,
  day integer not null
);
create index report_mark_day on report_mark (studio_id, kind, day);
call protect_rows('report_mark');
call show_rows('report_mark', 'studio_id = any ((select stated_studios())::text[])');

create function report_day_of(at timestamptz) returns integer language sql immutable parallel safe
  return floor(extract(epoch from at) / 86400)::integer;

/*
 * A day is prepared when it has been over for two hours. What is younger than an hour needs no mark,
 * so most changes add none. The other hour is for transactions that began before.
 */
create function last_report_day() returns integer language sql stable parallel safe
  return report_day_of(now() - interval '2 hours') - 1;

/* Marks the prepared days of a request. */
create function mark_request_days(request text, studio text, created timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into report_mark (studio_id, kind, day)
  select studio, 'requests', day from (
    select report_day_of(created) as day
    union
    select report_day_of(h.at) from work_request_history h where h.work_request_id = request) days
  where day <= last_report_day()
$$;

create function mark_changed_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_request_days(old.id, old.studio_id, old.created_at);
  return null;
end $$;
create function mark_new_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_request_days(new.id, new.studio_id, new.created_at);
  return null;
end $$;
/* Requests whose facts are all younger than the prepared days need no mark. */
create trigger mark_report_days after update on work_request for each row
  when (old.created_at < now() - interval '1 hour'
    and (old.territory, old.vendor_id, old.vendor_answer, old.submitted_at, old.due_tz,
      old.created_at, old.studio_id)
    is distinct from (new.territory, new.vendor_id, new.vendor_answer, new.submitted_at, new.due_tz,
      new.created_at, new.studio_id))
  execute function mark_changed_request();
/* The insert of a request of the past. */
create trigger mark_late after insert on work_request for each row
  when (new.created_at < now() - interval '1 hour') execute function mark_new_request();
create trigger mark_report_days_delete after delete on work_request for each row
  execute function mark_changed_request();

/* A second completion, and work that goes on after the first, change what the first one counts for. */
create function mark_completed_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into report_mark (studio_id, kind, day)
  select distinct h.studio_id, 'requests', report_day_of(h.at) from work_request_history h
  where h.work_request_id = old.id and h.status = 'complete'
    and report_day_of(h.at) <= last_report_day();
  return null;
end $$;
create trigger mark_completed after update on work_request for each row
  when (old.created_at < now() - interval '1 hour'
    and (old.status = 'complete') <> (new.status = 'complete'))
  execute function mark_completed_request();

create function mark_history() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into report_mark (studio_id, kind, day)
    values (old.studio_id, 'requests', report_day_of(old.at));
  end if;
  perform mark_request_days(w.id, w.studio_id, w.created_at) from work_request w
  where w.id = coalesce(new.work_request_id, old.work_request_id);
  return null;
end $$;
/* Imports add entries of the past. */
create trigger mark_late after insert on work_request_history for each row
  when (new.at < now() - interval '1 hour') execute function mark_history();
create trigger mark_changed after update on work_request_history for each row
  when ((old.at, old.status) is distinct from (new.at, new.status)) execute function mark_history();
create trigger mark_deleted after delete on work_request_history for each row
  execute function mark_history();

create function mark_download() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into report_mark (studio_id, kind, day)
    values (old.studio_id, 'downloads', report_day_of(old.created_at));
  end if;
  if tg_op <> 'DELETE' then
    insert into report_mark (studio_id, kind, day)
    values (new.studio_id, 'downloads', report_day_of(new.created_at));
  end if;
  return null;
end $$;
create trigger mark_late after insert on download for each row
  when (new.created_at < now() - interval '1 hour') execute function mark_download();
create trigger mark_changed after update on download for each row
  when ((old.created_at, old.file_id, old.asset_id, old.person_id, old.studio_id)
    is distinct from (new.created_at, new.file_id, new.asset_id, new.person_id, new.studio_id))
  execute function mark_download();
create trigger mark_deleted after delete on download for each row execute function mark_download();

/* The length of a file that was downloaded already. */
create function mark_file_downloads() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into report_mark (studio_id, kind, day)
  select distinct d.studio_id, 'downloads', report_day_of(d.created_at)
  from download d where d.file_id = old.id and report_day_of(d.created_at) <= last_report_day();
  return null;
end $$;
create trigger mark_downloads after update on file for each row
  when (old.length is distinct from new.length) execute function mark_file_downloads();

/*
 * What the reports count about requests in a period: their order (without a status) and each status
 * change. Times are seconds. `before` is the status before and `began` its start; `previous` and
 * `next` are changes to the same status, and `submitted` the first submission. These functions run
 * as the owner, because row-level security would check every request of the studio. Callers look up
 * the requests as the person who asks.
 */
create function facts_of_requests(requests text[], starts timestamptz, ends timestamptz)
  returns table (work_request_id text, at bigint, status text, previous bigint, before text,
    began bigint, next bigint, submitted bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, seconds(w.created_at), null, null::bigint, null, null::bigint, null::bigint,
    null::bigint
  from work_request w
  where w.id = any (requests) and w.created_at >= starts and w.created_at < ends
  union all
  select e.work_request_id, seconds(e.at), e.status, seconds(e.previous), e.before,
    seconds(e.began), seconds(e.next), seconds(e.submitted)
  from (
    select h.work_request_id, h.at, h.status,
      lag(h.at) over same as previous, lead(h.at) over same as next,
      lag(h.status) over entries as before, lag(h.at) over entries as began,
      min(h.at) filter (where h.status = 'submitted') over (partition by h.work_request_id)
        as submitted
    from work_request_history h where h.work_request_id = any (requests)
    window same as (partition by h.work_request_id, h.status order by h.at, h.id),
      entries as (partition by h.work_request_id order by h.id)) e
  where e.at >= starts and e.at < ends
$$;

create function request_facts(studio text, starts timestamptz, ends timestamptz)
  returns table (work_request_id text, at bigint, status text, previous bigint, before text,
    began bigint, next bigint, submitted bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from facts_of_requests(array(
    select w.id from work_request w
    where w.studio_id = studio and w.created_at >= starts and w.created_at < ends
    union
    select h.work_request_id from work_request_history h
    where h.studio_id = studio and h.at >= starts and h.at < ends), starts, ends)
$$;

/*
 * How many requests received an offline in a period, by their number of offlines, for people who see
 * all of them. It runs as the owner for the same reason.
 */
create function offline_versions(studio text, starts timestamptz, ends timestamptz)
  returns table (versions bigint, requests bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select counted.versions, count(*) from (
    select count(*) as versions from offline o where o.studio_id = studio
    group by o.work_request_id
    having bool_or(o.created_at >= starts and o.created_at < ends)) counted
  group by 1
$$;
create index work_request_history_rejected on work_request_history (studio_id, at)
  where status = 'rejected';

/* Assets have numbers, so that the downloads of each can be counted in an array. */
alter table asset add column number integer generated by default as identity;
create unique index asset_number on asset (number);
