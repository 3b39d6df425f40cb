-- Roles and permissions belong to a person in a studio. `person.roles` keeps `admin`, the only role
-- of the whole installation, and the roles of people who have no studio yet.

create table membership (
  person_id text not null references person (id) on delete cascade,
  studio_id text not null references studio (id),
  roles text[] not null default '{}',
  permissions text[] not null default '{}',
  territory_id text references territory (id),
  -- False for a membership that exists only because a group of the person has this studio.
  direct boolean not null default true,
  primary key (person_id, studio_id)
);
create index membership_studio on membership (studio_id);

insert into membership (person_id, studio_id, roles, permissions, territory_id, direct)
select p.id, reached.studio_id, array_remove(p.roles, 'admin'), p.permissions, p.territory_id,
  bool_or(reached.direct)
from person p
join (
  select person_id, studio_id, true as direct from person_studio
  union all
  select gp.person_id, gs.studio_id, false from group_person gp join group_studio gs using (group_id)
) reached on reached.person_id = p.id
group by p.id, reached.studio_id;

update person set roles = array(select unnest(roles) intersect select 'admin'), permissions = '{}',
  territory_id = null
where exists (select from membership m where m.person_id = person.id);

drop view viewer;
drop table person_studio;

create view viewer as
select p.id, p.name, p.email,
  'admin' = any (p.roles) as is_admin,
  p.approved and p.disabled_at is null as active,
  array(select gp.group_id from group_person gp where gp.person_id = p.id) as groups,
  array(select m.studio_id from membership m where m.person_id = p.id) as studios,
  coalesce((
    select json_agg(json_build_object('studio', m.studio_id, 'roles', m.roles,
      'permissions', m.permissions, 'territory', t.code) order by m.studio_id)
    from membership m left join territory t on t.id = m.territory_id
    where m.person_id = p.id), '[]') as memberships
from person p;
