-- Work requests can be assigned to a vendor group (docs/decisions/0076). Other vendors then see
-- neither the request nor its files, under both walls.

create table work_request_assignment (
  id text primary key default new_id(),
  studio_id text not null references studio (id),
  work_request_id text not null references work_request (id) on delete cascade,
  vendor_id text not null references people_group (id),
  by_id text not null references person (id),
  /* A rule of the studio chose the vendor. */
  automatic boolean not null default false,
  respond_by timestamptz,
  decision text check (decision in ('accepted', 'declined')),
  reason text not null default '',
  decided_by text references person (id),
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  /* When the studio was told that no answer came in time. */
  overdue_at timestamptz
);
create unique index work_request_assignment_current on work_request_assignment (work_request_id)
  where ended_at is null;
create index work_request_assignment_request on work_request_assignment (work_request_id);
create index work_request_assignment_vendor on work_request_assignment (vendor_id);
create trigger invalidate_cache after insert or update or delete on work_request_assignment
  for each row execute function invalidate_work_request();

alter table work_request add column vendor_id text references people_group (id);
create index work_request_vendor on work_request (vendor_id) where vendor_id is not null;
/* The vendors who may see the file. Null: all vendors of the studio. */
alter table file add column vendors text[];
/* The vendors in whose time a part of the cached record was made. */
alter table work_request_document add column vendors text[] not null default '{}';

/*
 * What happens to a request belongs to the vendor it is assigned to at that time. The next vendor
 * does not see it.
 */
alter table work_request_history add column vendor_id text;
alter table work_request_comment add column vendor_id text;
alter table offline add column vendor_id text;
alter table event add column vendor_id text;
create function stamp_vendor() returns trigger language plpgsql as $$
begin
  if new.work_request_id is not null then
    new.vendor_id := (select w.vendor_id from work_request w where w.id = new.work_request_id);
  end if;
  return new;
end $$;
create trigger stamp_vendor before insert on work_request_history
  for each row execute function stamp_vendor();
create trigger stamp_vendor before insert on work_request_comment
  for each row execute function stamp_vendor();
create trigger stamp_vendor before insert on offline
  for each row execute function stamp_vendor();
create trigger stamp_vendor before insert on event
  for each row execute function stamp_vendor();

/* The groups of the caller, and the studios in which they see nothing of other vendors. */
create function stated_groups() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.groups', true), ''), '{}')::text[];
create function stated_vendor_studios() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.vendor_studios', true), ''), '{}')::text[];

create procedure limit_rows(relation regclass, condition text, written text default null)
language plpgsql as $$
begin
  execute format('alter policy caller on %s using (%s) with check (%s)',
    relation, condition, coalesce(written, condition));
end $$;

call limit_rows('work_request', 'studio_id = any (stated_studios())
  and (vendor_id is null or vendor_id = any (stated_groups()) or owner_id = stated_person()
    or studio_id <> all (stated_vendor_studios()))');
call limit_rows('file', 'studio_id = any (stated_studios())
  and (vendors is null or vendors && stated_groups()
    or studio_id <> all (stated_vendor_studios()))');

/* Only people of vendors pay for the lookup of the request. */
do $$
declare
  relation regclass;
begin
  foreach relation in array array[
    'offline', 'offline_comment', 'translation', 'work_request_comment',
    'work_request_history']::regclass[]
  loop
    call limit_rows(relation, 'studio_id = any (stated_studios())
      and (studio_id <> all (stated_vendor_studios())
        or exists (select from work_request w where w.id = work_request_id))');
  end loop;
end $$;
call limit_rows('event', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or (work_request_id is null or exists (select from work_request w where w.id = work_request_id))
      and (files = ''{}'' or exists (select from file f where f.id = any (files))))');
call limit_rows('memory_unit', 'studio_id = any ((select stated_studios())::text[])
  and (translation_id is null or studio_id <> all ((select stated_vendor_studios())::text[])
    or exists (select from translation tr where tr.id = translation_id))');
/* A text track is created before the translation or script that it belongs to. */
call limit_rows('text_track', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or exists (select from translation tr where tr.text_track_id = text_track.id)
    or exists (select from script sc where sc.text_track_id = text_track.id))',
  'studio_id = any ((select stated_studios())::text[])');
call limit_rows('download', '(studio_id = any ((select stated_studios())::text[])
    or person_id = (select stated_person()))
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or exists (select from file f where f.id = file_id))',
  'studio_id = any ((select stated_studios())::text[])');

call protect_rows('work_request_assignment');
call show_rows('work_request_assignment', 'studio_id = any (stated_studios())
  and (vendor_id = any (stated_groups()) or studio_id <> all (stated_vendor_studios()))');
