import { syncGroupMemberships } from '../../access/commands/group-memberships.ts'
import { studioIds } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { missingForGrant } from '../../access/rules.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { callerIn, narrowTo, type Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import type { UserChange } from '../contract.ts'
import { listMemberships } from '../queries.ts'
import {
  managedStudios,
  planMemberships,
  type MembershipChange,
  type StoredMembership,
} from '../rules/memberships.ts'
import type { StoredUser } from '../rules/user.ts'

type MembershipHolder = Pick<
  StoredUser,
  '_id' | 'roles' | 'permissions' | 'territory' | 'studios' | 'groups' | 'memberships'
>
type Input = Pick<
  UserChange,
  'memberships' | 'studios' | 'roles' | 'permissions' | 'territory' | 'groups'
>

/** Changes roles, permissions, territory, studios and groups in the studios of the caller. */
export async function changeMemberships(tx: Tx, person: MembershipHolder, sent: Input, by: Caller) {
  const input = await withStudioIds(tx, sent, by)
  const all = await listMemberships(tx, person._id)
  const managed = managedStudios(by, person, all)
  const change = await resolveChange(tx, input)
  refuseAdminRole(person, input, by)
  await requireStudios(tx, person, change, { by, managed })
  const template = {
    roles: withoutAdmin(input.roles ?? person.roles),
    permissions: [...(input.permissions ?? person.permissions)],
    territory: change.territory ?? person.territory?._id ?? null,
  }
  const current = all.filter(({ studio }) => managed.includes(studio))
  const plan = planMemberships(current, change, template)
  if (!plan.ok || (changesGrant(input) && hasUnmanagedShare(all, managed, by)))
    throw conflict(
      'membership.ambiguous',
      'This person has different roles in your studios. Send memberships with the roles for each.',
    )
  refuseBeyond(plan.memberships, all, by)
  await saveMemberships(tx, person._id, plan.memberships)
  await saveInstallationRoles(tx, person._id, {
    isAdmin: (input.roles ?? person.roles).includes('admin'),
    ...template,
  })
  const groups = groupsOf(person, input)
  if (groups) await assignGroups(tx, person, groups, by)
  await syncGroupMemberships(tx, { people: [person._id], by, grant: template })
}

/** Studios can be named by their slugs. */
async function withStudioIds(tx: Tx, input: Input, by: Caller): Promise<Input> {
  const viewer = viewerOf(by)
  const { studios, memberships } = input
  const named = await studioIds(tx, viewer, memberships?.map(({ studio }) => studio) ?? [])
  return {
    ...input,
    ...(studios && { studios: await studioIds(tx, viewer, studios) }),
    ...(memberships && {
      memberships: memberships.map((membership, index) => ({
        ...membership,
        studio: named[index]!,
      })),
    }),
  }
}

const withoutAdmin = (roles: readonly string[]) => roles.filter((role) => role !== 'admin')

async function resolveChange(tx: Tx, input: Input): Promise<MembershipChange> {
  const memberships =
    input.memberships &&
    (await Promise.all(
      input.memberships.map(async ({ studio, roles, permissions = [], territory }) => ({
        studio: idOf(studio),
        roles: [...roles],
        permissions: [...permissions],
        territory: await resolveTerritory(tx, territory),
      })),
    ))
  return {
    ...(memberships && { memberships }),
    ...(input.studios && { studios: input.studios.map(idOf) }),
    ...(input.roles && { roles: withoutAdmin(input.roles) }),
    ...(input.permissions && { permissions: [...input.permissions] }),
    ...(input.territory !== undefined && {
      territory: await resolveTerritory(tx, input.territory),
    }),
  }
}

function refuseAdminRole(person: MembershipHolder, { roles }: Input, by: Caller) {
  if (by.isAdmin || !roles || roles.includes('admin') === person.roles.includes('admin')) return
  throw forbidden('grant.forbidden', 'You cannot grant what you do not have: admin.')
}

/** New studios must be the caller's, and they must manage those from which the person is removed. */
async function requireStudios(
  tx: Tx,
  person: MembershipHolder,
  { studios, memberships }: MembershipChange,
  { by, managed }: { by: Caller; managed: string[] },
) {
  const requestedIds = memberships?.map(({ studio }) => studio) ?? studios
  if (!requestedIds) return
  const pointer = memberships ? '/memberships' : '/studios'
  const currentIds = person.memberships.map(({ studio }) => studio)
  const added = requestedIds.filter((studio) => !currentIds.includes(studio))
  const own = narrowTo(by, 'user.manage').studios
  const { rows } = await sql`select from studio where id = any (${added})`.execute(tx)
  const areKnown = rows.length === new Set(added).size
  if (!areKnown || (!by.isAdmin && added.some((studio) => !own.includes(studio))))
    throw unknownReference(pointer, 'studio')
  const removed = person.studios.filter((studio) => !requestedIds.includes(studio))
  if (!by.isAdmin && removed.some((studio) => !managed.includes(studio)))
    throw forbidden('field.protected', 'You cannot remove this user from that studio.', [
      { pointer, message: 'you cannot change this field' },
    ])
}

const changesGrant = ({ roles, permissions, territory }: Input) =>
  roles !== undefined || permissions !== undefined || territory !== undefined

/** Whether the caller manages users in a studio of the person, but not this person there. */
const hasUnmanagedShare = (all: StoredMembership[], managed: string[], by: Caller) =>
  !by.isAdmin &&
  all.some(
    ({ studio }) =>
      narrowTo(by, 'user.manage').studios.includes(studio) && !managed.includes(studio),
  )

function refuseBeyond(memberships: StoredMembership[], before: StoredMembership[], by: Caller) {
  const missing = memberships.flatMap(({ studio, roles, permissions }) => {
    const previous = before.find((membership) => membership.studio === studio)
    return missingForGrant(callerIn(by, studio), {
      roles: roles.filter((role) => !previous?.roles.includes(role)),
      permissions: permissions.filter((permission) => !previous?.permissions.includes(permission)),
    })
  })
  if (missing.length)
    throw forbidden(
      'grant.forbidden',
      `You cannot grant what you do not have: ${[...new Set(missing)].join(', ')}.`,
    )
}

async function saveMemberships(tx: Tx, person: string, memberships: StoredMembership[]) {
  await sql`
    insert into membership (person_id, studio_id, roles, permissions, territory_id, direct)
    select ${person}, added.studio, added.roles, added.permissions, added.territory,
      added.direct
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb)
      as added (studio text, roles text[], permissions text[], territory text, direct boolean)
    on conflict (person_id, studio_id) do update set roles = excluded.roles,
      permissions = excluded.permissions, territory_id = excluded.territory_id,
      direct = excluded.direct`.execute(tx)
}

/** People without a studio keep their roles in their account until they get one. */
async function saveInstallationRoles(
  tx: Tx,
  person: string,
  account: { isAdmin: boolean; roles: string[]; permissions: string[]; territory: string | null },
) {
  const { isAdmin, roles, permissions, territory } = account
  const admin = isAdmin ? ['admin'] : []
  await sql`
    update person set
      roles = case when has.studio then ${admin}::text[] else ${[...admin, ...roles]}::text[] end,
      permissions = case when has.studio then '{}' else ${permissions}::text[] end,
      territory_id = case when not has.studio then ${territory}::text end
    from (select exists (
      select from membership where person_id = ${person} and direct) as studio) has
    where person.id = ${person}`.execute(tx)
}

/** All wanted groups, if the input changes them. */
function groupsOf(person: MembershipHolder, { groups, memberships }: Input): string[] | undefined {
  if (groups) return groups.map(idOf)
  const withGroups = memberships?.filter((membership) => membership.groups)
  if (!withGroups?.length) return undefined
  const studios = withGroups.map(({ studio }) => idOf(studio))
  const others = person.groups.filter(
    (group) => !group.studios.some((studio) => studios.includes(studio)),
  )
  return [
    ...new Set([
      ...others.map(({ _id }) => _id),
      ...withGroups.flatMap((membership) => membership.groups!.map(idOf)),
    ]),
  ]
}

/**
 * Sets the groups of a person. Groups give access to their studios, so the grantor must have all of
 * them.
 */
async function assignGroups(tx: Tx, person: MembershipHolder, groupIds: string[], by: Caller) {
  const currentIds = person.groups.map((group) => group._id)
  const added = groupIds.filter((group) => !currentIds.includes(group))
  const removed = currentIds.filter((group) => !groupIds.includes(group))
  const { rows } = await sql<Group>`
    select g.id, g.type, array(select studio_id from group_studio where group_id = g.id) as studios
    from people_group g where g.id = any (${[...added, ...removed]})`.execute(tx)
  if (added.some((group) => !rows.some((row) => row.id === group && seesGroup(by, row))))
    throw unknownReference('/groups', 'group')
  if (!rows.every((row) => decidesAbout(by, row)))
    throw forbidden('grant.forbidden', 'You do not have all studios of this group. Ask an admin.')
  await sql`delete from group_person where person_id = ${person._id}
    and group_id = any (${removed})`.execute(tx)
  await sql`insert into group_person (person_id, group_id)
    select ${person._id}, unnest(${added}::text[]) on conflict do nothing`.execute(tx)
}

type Group = { id: string; type: string; studios: string[] }

const seesGroup = (by: Caller, group: Group): boolean =>
  by.isAdmin ||
  by.groups.includes(group.id) ||
  group.studios.some((studio) => by.studios.includes(studio))

function decidesAbout(by: Caller, { type, studios }: Group): boolean {
  const own = narrowTo(by, 'user.manage').studios
  return (
    by.isAdmin ||
    (type !== 'a' && studios.length > 0 && studios.every((studio) => own.includes(studio)))
  )
}

/** A territory is named by its id or its code. */
async function resolveTerritory(tx: Tx, ref: Ref | null | undefined): Promise<string | null> {
  if (!ref) return null
  const { rows } = await sql<{ id: string }>`
    select id from territory where id = ${idOf(ref)} or code = ${idOf(ref)}`.execute(tx)
  if (!rows[0]) throw unknownReference('/territory', 'territory')
  return rows[0].id
}
