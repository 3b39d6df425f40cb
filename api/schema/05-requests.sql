create function sees_request(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
    select from work_request w where w.studio_id = studio and w.id = sees_request.id);
end $$;

/* A vendor adds nothing to a request before it has accepted it. */
create function awaits_answer(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return studio = any (stated_vendor_studios()) and exists (
    select from work_request w
    where w.studio_id = studio and w.id = awaits_answer.id
      and w.vendor_id = any (stated_groups()) and w.vendor_answer is null);
end $$;

create table work_request (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  asset_id text not null,
  owner_id text not null references person,
  status text not null default 'incomplete',
  language text not null,
  territory text not null,
  due_at timestamptz,
  due_tz text,
  deadline_at timestamptz,
  deadline_tz text,
  dng jsonb not null,
  uses jsonb not null,
  dcp jsonb not null,
  recipients jsonb not null,
  shipping jsonb not null default '[]',
  instructions text not null default '',
  reason text not null default '',
  tags text[] not null default '{}',
  auto boolean not null default false,
  autosubs boolean not null default false,
  dual_languages boolean not null default false,
  auto_mode boolean not null default false,
  aspect_ratio text,
  audio_file_id text,
  estimate_base numeric(12,2) not null default 0,
  estimate_applied numeric(12,2) not null default 0,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  vendor_id text references people_group,
  estimate_currency text not null default 'EUR',
  -- Null until the vendor has answered.
  vendor_answer text check (vendor_answer in ('accepted', 'declined')),
  reviewer_id text references person,
  approver_id text references person,
  -- The person who has to act next.
  assignee_id text,
  instructions_folded text not null generated always as (fold(instructions)) stored,
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, audio_file_id) references file
) with (fillfactor=85);
create index work_request_by_id on work_request (id);
create index work_request_asset on work_request (asset_id);
create index work_request_due on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'::timestamptz), id);
create index work_request_open on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'::timestamptz), id)
  where status not in ('complete', 'cancelled');
create index work_request_owner on work_request (owner_id, created_at desc, id desc);
create index work_request_project on work_request (project_id, created_at desc, id desc);
create index work_request_reviewers on work_request (reviewer_id, approver_id)
  where (reviewer_id is not null or approver_id is not null)
    and status not in ('complete', 'cancelled');
create index work_request_studio on work_request (studio_id, created_at desc, id desc);
create index work_request_territory on work_request
  (studio_id, territory, created_at desc, id desc);
create index work_request_vendor on work_request
  (vendor_id, studio_id, coalesce(least(due_at, deadline_at), 'infinity'::timestamptz), id);
call tenant_table('work_request', vendors_see =>
  'vendor_id is null or owner_id = stated_person()
    or vendor_id = any (stated_groups()) and vendor_answer is distinct from ''declined''');

create table work_request_history (
  studio_id text not null,
  id bigint generated always as identity,
  work_request_id text not null,
  person_id text not null references person,
  status text not null,
  reason text not null default '',
  code text,
  -- The service moved it on behalf of this person.
  automatic boolean not null default false,
  at timestamptz not null default now(),
  cause text,
  -- The vendor at that time.
  vendor_id text,
  status_before text,
  -- In `status_before`, in working time and in total.
  working_seconds integer,
  total_seconds integer,
  -- When the request first reached this status, if it was there before.
  reached_before timestamptz,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request on delete cascade
);
create index work_request_history_person on work_request_history (person_id, work_request_id);
create index work_request_history_rejected on work_request_history (studio_id, at)
  where status = 'rejected';
create index work_request_history_request on work_request_history (work_request_id, id)
  include (status, at, studio_id);
create index work_request_history_studio on work_request_history (studio_id, at);
call tenant_table('work_request_history', vendors_see =>
  'sees_request(studio_id, work_request_id)');
create policy accepted on work_request_history as restrictive for insert to reelay_service
  with check (not awaits_answer(studio_id, work_request_id));

create table work_request_assignment (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  vendor_id text not null references people_group,
  by_id text not null references person,
  -- A rule of the studio chose the vendor.
  automatic boolean not null default false,
  respond_by timestamptz,
  decision text check (decision in ('accepted', 'declined')),
  reason text not null default '',
  decided_by text references person,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- When the studio was told that no answer came in time.
  overdue_at timestamptz,
  rule jsonb,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request on delete cascade
);
create unique index work_request_assignment_current
  on work_request_assignment (studio_id, work_request_id)
  where ended_at is null;
create index work_request_assignment_by_id on work_request_assignment (id);
create index work_request_assignment_request on work_request_assignment (work_request_id);
create index work_request_assignment_vendor on work_request_assignment (vendor_id);
call tenant_table('work_request_assignment', vendors_see => 'vendor_id = any (stated_groups())');

create table work_request_comment (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  -- The first comment of its thread, if it is a reply.
  reply_to_id text,
  from_id text not null references person,
  text text not null,
  mentions text[] not null default '{}',
  edited_at timestamptz,
  -- The text is deleted; the comment stays while it has replies.
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- The vendor at that time. Later vendors do not see it.
  vendor_id text,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request,
  foreign key (studio_id, reply_to_id) references work_request_comment
);
create index work_request_comment_request on work_request_comment (work_request_id);
create index work_request_comment_search on work_request_comment using gin (fold(text) gin_trgm_ops)
  where removed_at is null;
create index work_request_comment_thread on work_request_comment (reply_to_id)
  where reply_to_id is not null;
call tenant_table('work_request_comment', vendors_see =>
  'sees_request(studio_id, work_request_id)');

create table material (
  studio_id text not null,
  work_request_id text not null,
  name text not null,
  complete boolean not null default false,
  approved boolean not null default false,
  files text[] not null default '{}',
  primary key (studio_id, work_request_id, name),
  foreign key (studio_id, work_request_id) references work_request on delete cascade
);
create index material_request on material (work_request_id);
call tenant_table('material', vendors_see => 'sees_request(studio_id, work_request_id)');

create table work_request_file (
  studio_id text not null,
  work_request_id text not null,
  name text not null,
  file_id text not null,
  position integer not null,
  delivery_name text,
  state text not null default 'checking'
    check (state in ('waiting', 'checking', 'clean', 'failed')),
  companion boolean not null default false,
  primary key (studio_id, work_request_id, name, file_id),
  foreign key (studio_id, work_request_id) references work_request on delete cascade,
  foreign key (studio_id, file_id) references file
);
create index work_request_file_request on work_request_file (work_request_id);
create index work_request_file_file on work_request_file (file_id);
call tenant_table('work_request_file', vendors_see => 'sees_request(studio_id, work_request_id)');
create policy accepted on work_request_file as restrictive for insert to reelay_service
  with check (not awaits_answer(studio_id, work_request_id));

create table encode (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  kind text not null,
  use text not null default '',
  value text not null default '',
  version integer not null,
  -- The lines and the film. The same input is encoded once.
  source_digest text not null,
  status text not null default 'waiting',
  progress double precision not null default 0,
  -- The highest attempt of its job.
  fence integer not null default 0,
  file_id text,
  error jsonb,
  -- Who approved the input.
  person_id text not null references person,
  created_at timestamptz not null default clock_timestamp(),
  primary key (studio_id, id),
  unique (studio_id, work_request_id, kind, use, value, source_digest),
  foreign key (studio_id, work_request_id) references work_request on delete cascade,
  foreign key (studio_id, file_id) references file
);
create index encode_by_id on encode (id);
create index encode_file on encode (file_id) where file_id is not null;
call tenant_table('encode', vendors_see => 'sees_request(studio_id, work_request_id)');

create table request_invitation (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  email text not null,
  role text not null check (role in ('translator', 'reviewer')),
  by_id text not null references person,
  -- Set when the mail is written.
  person_id text references person on delete cascade,
  -- The vendor at that time.
  vendor_id text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default now() + interval '14 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request on delete cascade
);
create index request_invitation_by_id on request_invitation (id);
create index request_invitation_request on request_invitation (work_request_id);
create index request_invitation_studio on request_invitation (studio_id, created_at);
call tenant_table('request_invitation', vendors_see => 'sees_request(studio_id, work_request_id)');
create policy accepted on request_invitation as restrictive for insert to reelay_service
  with check (not awaits_answer(studio_id, work_request_id));

/* Says what a person may see, so it is read with their memberships. No reference to a request. */
create table request_member (
  studio_id text not null,
  person_id text not null references person on delete cascade,
  work_request_id text not null,
  role text not null,
  invitation_id text not null,
  primary key (studio_id, person_id, work_request_id)
);
create index request_member_person on request_member (person_id);
create index request_member_request on request_member (work_request_id);
call reference_table('request_member',
  'studio_id = any (stated_studios())
    and (person_id = stated_person() or studio_id <> all (stated_vendor_studios())
      or sees_request(studio_id, work_request_id))',
  written => 'studio_id = any (stated_studios())');

/* Reminders that were sent. */
create table reminder (
  studio_id text not null,
  work_request_id text not null,
  deadline text not null check (deadline in ('due', 'delivery')),
  at timestamptz not null,
  -- Hours after the deadline; negative before it.
  offset_hours integer not null,
  sent_at timestamptz not null default now(),
  primary key (studio_id, work_request_id, deadline, at, offset_hours),
  foreign key (studio_id, work_request_id) references work_request on delete cascade
);
create index reminder_studio on reminder (studio_id);
call tenant_table('reminder');

/* People and what decides about their rights, in one row. */
create view viewer with (security_invoker) as
select id, name, email,
  'admin' = any (roles) as is_admin,
  approved and disabled_at is null as active,
  array(select gp.group_id from group_person gp where gp.person_id = p.id) as groups,
  array(select m.studio_id from membership m where m.person_id = p.id) as studios,
  coalesce((
    select json_agg(json_build_object(
      'studio', m.studio_id, 'roles', m.roles, 'permissions', m.permissions,
      'territory', t.code, 'limited', m.limited,
      'requests', array(
        select rm.work_request_id from request_member rm
        where rm.person_id = p.id and rm.studio_id = m.studio_id)) order by m.studio_id)
    from membership m left join territory t on t.id = m.territory_id
    where m.person_id = p.id), '[]') as memberships,
  array(
    select m.studio_id from membership m
    where m.person_id = p.id and not m.limited) as full_studios,
  array(select rm.work_request_id from request_member rm where rm.person_id = p.id) as requests
from person p
where not guest;

revoke insert, update, delete on viewer from reelay_system, reelay_service;

create function search_work_requests(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from work_request
    where instructions_folded like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
create function search_work_request_comments(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from work_request_comment
    where removed_at is null and fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
