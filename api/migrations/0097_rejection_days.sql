-- Prepared days of the rejection report (docs/decisions/0098).
alter table report_day drop constraint report_day_kind_check;
alter table report_day add constraint report_day_kind_check
  check (kind in ('requests', 'downloads', 'rejections'));

/*
 * The rejections and offlines of a period, for people who see all of the studio. Times are seconds.
 * `previous` is the rejection of the same request before, and `next` its next offline. `uploader`
 * uploaded the offline that was the newest at the time of the rejection.
 */
create function rejections_in(studio text, starts timestamptz, ends timestamptz)
  returns table (at bigint, territory text, code text, uploader text, previous bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select seconds(h.at), w.territory, h.code, (
      select o.from_id from offline o
      where o.work_request_id = h.work_request_id and o.created_at <= h.at
      order by o.created_at desc, o.id desc limit 1), (
      select seconds(max(p.at)) from work_request_history p
      where p.work_request_id = h.work_request_id and p.status = 'rejected'
        and (p.at, p.id) < (h.at, h.id))
  from work_request_history h join work_request w on w.id = h.work_request_id
  where h.studio_id = studio and h.status = 'rejected' and h.at >= starts and h.at < ends
$$;
create function offlines_in(studio text, starts timestamptz, ends timestamptz)
  returns table (at bigint, territory text, next bigint, versions bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select seconds(o.created_at), w.territory, (
      select seconds(n.created_at) from offline n
      where n.work_request_id = o.work_request_id and (n.created_at, n.id) > (o.created_at, o.id)
      order by n.created_at, n.id limit 1), (
      select count(*) from offline c where c.work_request_id = o.work_request_id)
  from offline o join work_request w on w.id = o.work_request_id
  where o.studio_id = studio and o.created_at >= starts and o.created_at < ends
$$;
drop function offline_versions;

/*
 * Marks the days of the rejections and offlines of a request, and the day of a row that was moved or
 * deleted. It marks all past days, also those that are not prepared yet: they may be prepared before
 * this transaction ends.
 */
create function mark_rejection_days(request text, studio text, before timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into report_mark (studio_id, kind, day)
  select studio, 'rejections', day from (
    select report_day_of(before) as day
    union
    select report_day_of(h.at) from work_request_history h
    where h.work_request_id = request and h.status = 'rejected'
    union
    select report_day_of(o.created_at) from offline o where o.work_request_id = request) days
  where day < report_day_of(now())
$$;

create function mark_rejections_of_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_rejection_days(new.id, old.studio_id, null);
  return null;
end $$;
create trigger mark_rejections after update on work_request for each row
  when (old.territory is distinct from new.territory) execute function mark_rejections_of_request();

create function mark_rejection() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_rejection_days(coalesce(new.work_request_id, old.work_request_id),
    coalesce(new.studio_id, old.studio_id), old.at);
  return null;
end $$;
/* A new rejection is the last of its request, unless it was imported. */
create trigger mark_late_rejection after insert on work_request_history for each row
  when (new.status = 'rejected' and new.at < now() - interval '1 hour')
  execute function mark_rejection();
create trigger mark_changed_rejection after update on work_request_history for each row
  when ('rejected' in (old.status, new.status)
    and (old.at, old.status, old.code) is distinct from (new.at, new.status, new.code))
  execute function mark_rejection();
create trigger mark_deleted_rejection after delete on work_request_history for each row
  when (old.status = 'rejected') execute function mark_rejection();

create function mark_offline() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform mark_rejection_days(coalesce(new.work_request_id, old.work_request_id),
    coalesce(new.studio_id, old.studio_id), old.created_at);
  return null;
end $$;
/* A new offline changes the number of versions, which belongs to the facts of those before. */
create trigger mark_rejections after insert on offline for each row execute function mark_offline();
create trigger mark_changed after update on offline for each row
  when ((old.created_at, old.from_id) is distinct from (new.created_at, new.from_id))
  execute function mark_offline();
create trigger mark_deleted after delete on offline for each row execute function mark_offline();
