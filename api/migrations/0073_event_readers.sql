-- Lists of events and notifications for people who do not see everything (docs/decisions/0097).

/*
 * What somebody must be allowed to see to see an event, for all events alike. `''` stands for none.
 * An event with `checked` needs more than this table says: an embargo, or records of other assets or
 * studios.
 */
create table sight (
  id integer primary key generated always as identity,
  studio_id text not null,
  /* An event in the time of this vendor. */
  vendor_id text not null,
  has_request boolean not null,
  territory text not null,
  request_vendor text not null,
  /* Whether the vendors of the studio, or the one it belongs to, see the request. */
  offered boolean not null,
  has_project boolean not null,
  has_files boolean not null,
  /* Empty for files that belong to no vendor. */
  file_vendors text[] not null,
  checked boolean not null,
  /* All its files were removed. */
  hidden boolean not null,
  unique (studio_id, vendor_id, has_request, territory, request_vendor, offered, has_project,
    has_files, file_vendors, checked, hidden)
);
call protect_rows('sight');
call show_rows('sight', 'studio_id = any ((select stated_studios())::text[])');

/* The people and groups that an event concerns: its sender and those whom it notifies. */
create table event_reader (
  event_id text not null,
  reader_id text not null,
  studio_id text not null,
  created_at timestamptz not null,
  type text not null,
  work_request_id text,
  asset_id text,
  /* All groups that the event notifies: who is in one of them has two rows of the same event. */
  notify_groups text[] not null,
  sight_id integer not null
);
call protect_rows('event_reader');
call show_rows('event_reader', 'studio_id = any ((select stated_studios())::text[])');

alter table notification
  add column work_request_id text, add column asset_id text, add column sight_id integer not null default 0;

/*
 * An embargo that ended with time does not come back, unless the file changes. One that ends with the
 * last phase can, so such files are always checked.
 */
create view event_sight with (security_invoker = true) as
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
    e.hidden
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
create function settle_sights(events text[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
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
    select x.event_id, s.id as sight_id
    from event_sight x join sight s
      on (s.studio_id, s.vendor_id, s.has_request, s.territory, s.request_vendor, s.offered,
        s.has_project, s.has_files, s.file_vendors, s.checked, s.hidden)
      = (x.studio_id, x.vendor_id, x.has_request, x.territory, x.request_vendor, x.offered,
        x.has_project, x.has_files, x.file_vendors, x.checked, x.hidden)
    where x.event_id = any (events)),
  notified as (
    update notification n set sight_id = settled.sight_id from settled
    where n.event_id = settled.event_id and n.sight_id is distinct from settled.sight_id)
  insert into event_reader as known (event_id, reader_id, studio_id, created_at, type,
    work_request_id, asset_id, notify_groups, sight_id)
  select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
    e.notify_groups, settled.sight_id
  from settled join event e on e.id = settled.event_id
  cross join lateral (
    select e.from_id as id union select unnest(e.notify_users)
    union select unnest(e.notify_groups)) reader
  on conflict (event_id, reader_id) do update set sight_id = excluded.sight_id, type = excluded.type
    where (known.sight_id, known.type) <> (excluded.sight_id, excluded.type);
end $$;

create function settle_new_events() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform settle_sights(array(select id from added));
  return null;
end $$;
create trigger settle_sights after insert on event referencing new table as added
  for each statement execute function settle_new_events();

create function settle_event() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform settle_sights(array[new.id]);
  return null;
end $$;
create trigger settle_sights_update after update on event for each row
  when ((old.hidden, old.type, old.project_id, old.vendor_id)
    is distinct from (new.hidden, new.type, new.project_id, new.vendor_id))
  execute function settle_event();

create function settle_request() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform settle_sights(array(select id from event where work_request_id = new.id));
  return null;
end $$;
create trigger settle_sights after update on work_request for each row
  when ((old.territory, old.vendor_id, old.vendor_answer, old.submitted_at)
    is distinct from (new.territory, new.vendor_id, new.vendor_answer, new.submitted_at))
  execute function settle_request();

create function settle_file() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform settle_sights(array(select id from event where files <> '{}' and files @> array[old.id]));
  return null;
end $$;
create trigger settle_sights after update on file for each row
  when ((old.removed_at, old.vendors, old.embargo_end, old.embargo_event)
    is distinct from (new.removed_at, new.vendors, new.embargo_end, new.embargo_event))
  execute function settle_file();
create trigger settle_sights_delete after delete on file
  for each row execute function settle_file();

create function settle_notification() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  select e.work_request_id, e.asset_id, r.sight_id
  into new.work_request_id, new.asset_id, new.sight_id
  from event e join event_reader r on r.event_id = e.id where e.id = new.event_id limit 1;
  return new;
end $$;
create trigger settle_sight before insert on notification
  for each row execute function settle_notification();

/* For rows that were loaded without triggers. */
create function rebuild_sights() returns void language plpgsql as $$
begin
  insert into sight (studio_id, vendor_id, has_request, territory, request_vendor, offered,
    has_project, has_files, file_vendors, checked, hidden)
  select distinct studio_id, vendor_id, has_request, territory, request_vendor, offered,
    has_project, has_files, file_vendors, checked, hidden
  from event_sight x
  on conflict do nothing;
  delete from event_reader;
  insert into event_reader (event_id, reader_id, studio_id, created_at, type, work_request_id,
    asset_id, notify_groups, sight_id)
  select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
    e.notify_groups, s.id
  from event_sight x join sight s using (studio_id, vendor_id, has_request, territory,
    request_vendor, offered, has_project, has_files, file_vendors, checked, hidden)
  join event e on e.id = x.event_id
  cross join lateral (
    select e.from_id as id union select unnest(e.notify_users)
    union select unnest(e.notify_groups)) reader;
  update notification n set work_request_id = r.work_request_id, asset_id = r.asset_id,
    sight_id = r.sight_id
  from (
    select distinct on (event_id) event_id, work_request_id, asset_id, sight_id
    from event_reader order by event_id) r
  where r.event_id = n.event_id and n.sight_id <> r.sight_id;
end $$;
drop index notification_to;
select rebuild_sights();
alter table event_reader add primary key (event_id, reader_id);
alter table event_reader add foreign key (event_id) references event on delete cascade;
alter table event_reader add foreign key (sight_id) references sight;

create index event_request on event (work_request_id) where work_request_id is not null;
create index event_reader_list on event_reader (reader_id, created_at desc, event_id desc)
  include (studio_id, type, sight_id, work_request_id, asset_id, notify_groups);
create index notification_to on notification (to_id, created_at desc, id desc)
  include (event_id, studio_id, read, type, sight_id, work_request_id, asset_id);
create index notification_unread on notification (to_id, created_at desc, id desc)
  include (event_id, studio_id, type, sight_id, work_request_id, asset_id) where not read;
