import type { Static } from 'typebox'
import { syncGroupMemberships } from '../access/commands/group-memberships.ts'
import { studioIds } from '../access/queries/references.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { conflict, forbidden, invalid, unknownReference } from '../kernel/http/contract/problem.ts'
import { idOf } from '../kernel/http/contract/schema.ts'
import type * as contract from './contract.ts'
import {
  findInvisiblePerson,
  findInvisibleStudio,
  getGroup,
  managesEntireGroup,
  isNamedInPhases,
  isNamedInRules,
  listMembers,
  lockGroup,
  saveStudios,
  saveUsers,
} from './queries.ts'
import { grantErrors, mayBeWithoutStudio, wholeAddress, type StoredGroup } from './rules.ts'

type New = Static<typeof contract.createGroup.body>
type Change = Static<typeof contract.changeGroup.body>

export async function createGroup(
  tx: Tx,
  { body, by }: { body: New; by: Caller },
): Promise<StoredGroup> {
  const studios = await studioIds(tx, viewerOf(by), body.studios ?? [])
  const users = (body.users ?? []).map(idOf)
  await refuseGrant(tx, { type: body.type, studios, users, by })
  const { rows } = await sql<{ id: string }>`
    insert into people_group (name, type, addresses)
    values (${body.name}, ${body.type},
      ${JSON.stringify((body.addresses ?? []).map(wholeAddress))})
    returning id`.execute(tx)
  const { id } = rows[0]!
  await saveStudios(tx, id, { visible: [], selected: studios })
  await saveUsers(tx, id, { visible: [], selected: users })
  await syncGroupMemberships(tx, { people: users, by })
  return getGroup(tx, viewerOf(by), id)
}

export async function changeGroup(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: Change },
): Promise<StoredGroup> {
  const current = await takeGroup(tx, { id, by, checkPreconditions })
  const studios = body.studios && (await studioIds(tx, viewerOf(by), body.studios))
  const users = body.users?.map(idOf)
  await refuseGrant(tx, {
    type: body.type === current.type ? undefined : body.type,
    studios,
    users,
    by,
  })
  await sql`
    update people_group set name = ${body.name ?? current.name},
      type = ${body.type ?? current.type},
      addresses = ${JSON.stringify((body.addresses ?? current.addresses).map(wholeAddress))}
    where id = ${current._id}`.execute(tx)
  const before = await listMembers(tx, current._id)
  if (studios) await saveStudios(tx, current._id, { visible: current.studios, selected: studios })
  if (users) await saveUsers(tx, current._id, { visible: current.users, selected: users })
  await syncGroupMemberships(tx, { people: [...before, ...(users ?? [])], by })
  return getGroup(tx, viewerOf(by), current._id)
}

export async function removeGroup(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  const current = await takeGroup(tx, { id, by, checkPreconditions })
  if (await isNamedInPhases(tx, current._id))
    throw conflict(
      'record.in-use',
      'A phase of a workflow or asset uses this group. Remove it there first.',
    )
  if (await isNamedInRules(tx, current._id))
    throw conflict(
      'record.in-use',
      'A studio assigns work requests to this group by a rule. Remove the rule first.',
    )
  const people = await listMembers(tx, current._id)
  await sql`delete from people_group where id = ${current._id}`.execute(tx)
  await syncGroupMemberships(tx, { people, by })
  return { _id: current._id, removed: true as const }
}

/**
 * Members of a group get access to its studios. Changing a group therefore needs all of its
 * studios, including those the caller does not see.
 */
async function takeGroup(
  tx: Tx,
  { id, by, checkPreconditions }: RecordChange,
): Promise<StoredGroup> {
  await lockGroup(tx, id)
  const current = await getGroup(tx, viewerOf(by), id)
  if (!(await managesEntireGroup(tx, viewerOf(by), current._id)))
    throw forbidden(
      'group.forbidden',
      'This group also belongs to studios you do not manage. Ask an admin to change it.',
    )
  if (current.type === 'a' && !by.isAdmin)
    throw forbidden('grant.forbidden', 'Only an admin can change an admin group.')
  checkPreconditions(current)
  return current
}

type GrantInput = {
  type: New['type'] | undefined
  studios: string[] | undefined
  users: string[] | undefined
  by: Caller
}

async function refuseGrant(tx: Tx, { type, studios, users = [], by }: GrantInput) {
  const errors = grantErrors(by, { type, studios })
  if (errors.length)
    throw forbidden('grant.forbidden', 'You cannot grant more than you have.', errors)
  if (studios?.length === 0 && !mayBeWithoutStudio(by))
    throw invalid('group.studio-required', 'Choose at least one of your studios.', [
      { pointer: '/studios', message: 'must contain at least one studio' },
    ])
  const [studio, user] = [
    await findInvisibleStudio(tx, viewerOf(by), studios ?? []),
    await findInvisiblePerson(tx, viewerOf(by), users),
  ]
  if (studio !== undefined) throw unknownReference(`/studios/${studio}`, 'studio')
  if (user !== undefined) throw unknownReference(`/users/${user}`, 'user')
}
