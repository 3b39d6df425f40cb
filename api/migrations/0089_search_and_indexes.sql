-- Searches of the audit log take an index (docs/decisions/0079), and lists that start from a person
-- need no rows. The separator keeps a search from matching across two of the texts.
alter table audit add column search text not null generated always as (
  fold(about_name) || chr(31) || fold(by_name) || chr(31) || fold(act)) stored;
create index audit_search on audit using gin (search gin_trgm_ops);

create function search_audits(pattern text) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select id from audit
  where search like pattern and (
    (select current_setting('role')) is distinct from 'reelay_service'
    or studios && (select stated_studios())::text[]);
end;

/*
 * What each event needs is computed once and stored, because the planner joins the view with every
 * sight before it compares them. For rows that were loaded without triggers.
 */
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
    asset_id, notify_groups, sight_id)
  select e.id, reader.id, e.studio_id, e.created_at, e.type, e.work_request_id, e.asset_id,
    e.notify_groups, s.id
  from needed x join sight s using (studio_id, vendor_id, has_request, territory,
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
  drop table needed;
end $$;

/* What translators and owners see starts from these indexes, and needs no rows with the columns. */
drop index translation_translator;
create index translation_translator on translation (translator_id, asset_id)
  include (studio_id, work_request_id) where translator_id is not null;
drop index work_request_owner;
create index work_request_owner on work_request (owner_id, created_at desc, id desc)
  include (studio_id, vendor_id, vendor_answer, territory, submitted_at);
