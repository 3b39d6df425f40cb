-- Invitations to one work request (docs/decisions/0077). An invited person has a membership that is
-- limited to the requests they were invited to.

alter table membership add column limited boolean not null default false;

create table request_invitation (
  id text primary key default new_id(),
  studio_id text not null references studio (id),
  work_request_id text not null references work_request (id) on delete cascade,
  email text not null,
  role text not null check (role in ('translator', 'reviewer')),
  by_id text not null references person (id),
  /* Known once the mail is written. */
  person_id text references person (id) on delete cascade,
  vendor_id text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default now() + interval '14 days',
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index request_invitation_request on request_invitation (work_request_id);
create index request_invitation_studio on request_invitation (studio_id, created_at);
create trigger stamp_vendor before insert on request_invitation
  for each row execute function stamp_vendor();

create table request_member (
  person_id text not null references person (id) on delete cascade,
  work_request_id text not null references work_request (id) on delete cascade,
  studio_id text not null references studio (id),
  role text not null,
  invitation_id text not null references request_invitation (id),
  primary key (person_id, work_request_id)
);
create index request_member_request on request_member (work_request_id);

/* The code of the mail. Only the system reads it. */
alter table invitation add column request_invitation_id text
  references request_invitation (id) on delete cascade;

call protect_rows('request_invitation');
call show_rows('request_invitation', 'studio_id = any (stated_studios())
  and exists (select from work_request w where w.id = work_request_id)');
call protect_rows('request_member');
call show_rows('request_member', 'studio_id = any (stated_studios())
  and (person_id = stated_person()
    or exists (select from work_request w where w.id = work_request_id))',
  'studio_id = any (stated_studios())');

/* `studios` has all memberships, `full_studios` those that are not limited to single requests. */
create or replace view viewer with (security_invoker = true) as
  select p.id, p.name, p.email, 'admin' = any (p.roles) as is_admin,
    p.approved and p.disabled_at is null as active,
    array(select gp.group_id from group_person gp where gp.person_id = p.id) as groups,
    array(select m.studio_id from membership m where m.person_id = p.id) as studios,
    coalesce((
      select json_agg(json_build_object(
          'studio', m.studio_id, 'roles', m.roles, 'permissions', m.permissions,
          'territory', t.code, 'limited', m.limited,
          'requests', array(
            select rm.work_request_id from request_member rm
            where rm.person_id = p.id and rm.studio_id = m.studio_id))
        order by m.studio_id)
      from membership m left join territory t on t.id = m.territory_id
      where m.person_id = p.id), '[]') as memberships,
    array(
      select m.studio_id from membership m
      where m.person_id = p.id and not m.limited) as full_studios,
    array(
      select rm.work_request_id from request_member rm
      where rm.person_id = p.id) as requests
  from person p
  where not p.guest;
