-- Totals of events and notifications for people who do not see everything (docs/decisions/0097) are
-- counted in indexes in which many rows share one short entry.

/* Owners see events about their requests that their role alone does not show. */
alter table event_reader add column own boolean not null default false;
alter table notification add column own boolean not null default false;

create or replace view event_sight with (security_invoker = true) as
  select e.id as event_id, e.studio_id, coalesce(e.vendor_id, '') as vendor_id,
    e.work_request_id is not null as has_request, coalesce(w.territory, '') as territory,
    coalesce(w.vendor_id, '') as request_vendor,
    coalesce(w.submitted_at is not null
      and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'), false) as offered,
    e.project_id is not null as has_project, e.files <> '{}' as has_files,
    case when f.is_open then '{}' else coalesce(f.vendors, '{}') end as file_vendors,
    coalesce(w.studio_id <> e.studio_id, false) or coalesce(w.asset_id <> e.asset_id, false)
      or coalesce(f.is_foreign, false)
      or coalesce(case when e.type = 'ofc' then f.has_embargo
        else not f.is_open and f.has_embargo end, false) as checked,
    e.hidden, coalesce(w.owner_id, '') as owner_id
  from event e
  left join work_request w on w.id = e.work_request_id
  left join lateral (
    select
      bool_or(f.removed_at is null and f.vendors is null and not embargo.possible) as is_open,
      bool_or(embargo.possible) as has_embargo,
      bool_or(f.studio_id <> e.studio_id or f.asset_id is distinct from e.asset_id) as is_foreign,
      (select array_agg(distinct one order by one)
        from file of_vendor
        cross join unnest(case when of_vendor.vendors = '{}' then array[''] else of_vendor.vendors
          end) one
        where of_vendor.id = any (e.files) and of_vendor.removed_at is null) as vendors
    from file f
    cross join lateral (
      select coalesce(f.embargo_event, false) or coalesce(f.embargo_end > now(), false) as possible) embargo
    where f.id = any (e.files)) f on e.files <> '{}';

/* Adds the readers of these events, or changes what they must be allowed to see. */
create or replace function settle_sights(events text[]) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into sight (studio_id, vendor_id, has_request, territory, request_vendor, offered,
    has_project, has_files, file_vendors, checked, hidden)
  select distinct x.studio_id, x.vendor_id, x.has_request, x.territory, x.request_vendor, x.offered,
    x.has_project, x.has_files, x.file_vendors, x.checked, x.hidden
  from event_sight x
  where x.event_id = any (events) and not exists (select from sight s
    where (s.studio_id, s.vendor_id, s.has_request, s.territory, s.request_vendor, s.offered,
        s.has_project, s.has_files, s.file_vendors, s.checked, s.hidden)
      = (x.studio_id, x.vendor_id, x.has_request, x.territory, x.request_vendor, x.offered,
        x.has_project, x.has_files, x.file_vendors, x.checked, x.hidden))
  on conflict do nothing;

  with settled as (
    select x.event_id, s.id as sight_id, x.owner_id
    from event_sight x join sight s
      on (s.studio_id, s.vendor_id, s.has_request, s.territory, s.request_vendor, s.offered,
        s.has_project, s.has_files, s.file_vendors, s.checked, s.hidden)
      = (x.studio_id, x.vendor_id, x.has_request, x.territory, x.request_vendor, x.offered,
        x.has_project, x.has_files, x.file_vendors, x.checked, x.hidden)
    where x.event_id = any (events)),
  notified as (
    update notification n set sight_id = settled.sight_id, own = n.to_id = settled.owner_id
    from settled
    where n.event_id = settled.event_id
      and (n.sight_id, n.own) <> (settled.sight_id, n.to_id = settled.owner_id))
  insert into event_reader as known (event_id, reader_id, studio_id, created_at, type,
    work_request_id, asset_id, notify_groups, sight_id, own)
  select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
    e.notify_groups, settled.sight_id, reader.id = settled.owner_id
  from settled join event e on e.id = settled.event_id
  cross join lateral (
    select e.from_id as id union select unnest(e.notify_users)
    union select unnest(e.notify_groups)) reader
  on conflict (event_id, reader_id) do update
    set sight_id = excluded.sight_id, type = excluded.type, own = excluded.own
    where (known.sight_id, known.type, known.own)
      <> (excluded.sight_id, excluded.type, excluded.own);
end $$;

create trigger settle_owner after update on work_request for each row
  when (old.owner_id is distinct from new.owner_id) execute function settle_request();

create or replace function settle_notification() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  select e.work_request_id, e.asset_id, r.sight_id, coalesce(w.owner_id = new.to_id, false)
  into new.work_request_id, new.asset_id, new.sight_id, new.own
  from event e join event_reader r on r.event_id = e.id
  left join work_request w on w.id = e.work_request_id
  where e.id = new.event_id limit 1;
  return new;
end $$;

create or replace function rebuild_sights() returns void language plpgsql
  set work_mem = '256MB' as $$
begin
  create temp table needed on commit drop as select * from event_sight;
  analyze needed;
  insert into sight (studio_id, vendor_id, has_request, territory, request_vendor, offered,
    has_project, has_files, file_vendors, checked, hidden)
  select distinct studio_id, vendor_id, has_request, territory, request_vendor, offered,
    has_project, has_files, file_vendors, checked, hidden
  from needed
  on conflict do nothing;
  analyze sight;
  delete from event_reader;
  insert into event_reader (event_id, reader_id, studio_id, created_at, type, work_request_id,
    asset_id, notify_groups, sight_id, own)
  select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
    e.notify_groups, s.id, reader.id = x.owner_id
  from needed x join sight s using (studio_id, vendor_id, has_request, territory,
    request_vendor, offered, has_project, has_files, file_vendors, checked, hidden)
  join event e on e.id = x.event_id
  cross join lateral (
    select e.from_id as id union select unnest(e.notify_users)
    union select unnest(e.notify_groups)) reader;
  update notification n set work_request_id = r.work_request_id, asset_id = r.asset_id,
    sight_id = r.sight_id, own = n.to_id = x.owner_id
  from (
    select distinct on (event_id) event_id, work_request_id, asset_id, sight_id
    from event_reader order by event_id) r
  join needed x on x.event_id = r.event_id
  where r.event_id = n.event_id and (n.sight_id, n.own) <> (r.sight_id, n.to_id = x.owner_id);
  drop table needed;
end $$;

drop index event_reader_list, notification_to, notification_unread;
update event_reader r set own = true from work_request w
where w.id = r.work_request_id and w.owner_id = r.reader_id;
/* Counts of notifications do not depend on the owner. */
alter table notification disable trigger count_update;
update notification n set own = true from work_request w
where w.id = n.work_request_id and w.owner_id = n.to_id;
alter table notification enable trigger count_update;

/* Whether no member of a group has a second row of the same event. */
alter table event_reader add column sole boolean not null generated always as (
  cardinality(notify_groups) = (reader_id = any (notify_groups))::integer) stored;

create index event_reader_list on event_reader (reader_id, created_at desc, event_id desc)
  include (studio_id, type, sight_id, own, work_request_id, asset_id, notify_groups);
create index event_reader_sight on event_reader (reader_id, sight_id, own, sole, studio_id);
create index notification_to on notification (to_id, created_at desc, id desc)
  include (event_id, studio_id, read, type, sight_id, own, work_request_id, asset_id);
create index notification_unread on notification (to_id, created_at desc, id desc)
  include (event_id, studio_id, type, sight_id, own, work_request_id, asset_id) where not read;
create index notification_sight on notification (to_id, sight_id, read, own, studio_id);
