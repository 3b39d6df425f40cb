-- Marks all past days, also those that are not prepared yet: they may be prepared before the
-- transaction of the change ends (docs/decisions/0098).
create or replace function mark_request_days(request text, studio text, created timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into report_mark (studio_id, kind, day)
  select studio, 'requests', day from (
    select report_day_of(created) as day
    union
    select report_day_of(h.at) from work_request_history h where h.work_request_id = request) days
  where day < report_day_of(now())
$$;

create or replace function mark_completed_request() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into report_mark (studio_id, kind, day)
  select distinct h.studio_id, 'requests', report_day_of(h.at) from work_request_history h
  where h.work_request_id = old.id and h.status = 'complete'
    and report_day_of(h.at) < report_day_of(now());
  return null;
end $$;

create or replace function mark_file_downloads() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into report_mark (studio_id, kind, day)
  select distinct d.studio_id, 'downloads', report_day_of(d.created_at)
  from download d where d.file_id = old.id and report_day_of(d.created_at) < report_day_of(now());
  return null;
end $$;

/* How many bytes of the facts about requests the volume report needs. The others come after them. */
alter table report_day add column volume_length integer;
update report_day d set volume_length = (
  select (4 + s.size + 7) / 8 * 8 + (n.facts * 4 + 7) / 8 * 8 + (n.facts + 7) / 8 * 8 * 2
    + (n.facts * 2 + 7) / 8 * 8
  from (select get_byte(d.body, 0) + get_byte(d.body, 1) * 256 + get_byte(d.body, 2) * 65536
    + get_byte(d.body, 3) * 16777216 as size) s
  cross join lateral (
    select (convert_from(substring(d.body from 5 for s.size), 'UTF8')::json -> 'lengths' ->> 0)::integer
      as facts) n)
where d.kind = 'requests';
