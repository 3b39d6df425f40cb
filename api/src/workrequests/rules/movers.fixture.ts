// People and helpers for tests of the rules.
import { ROLE_PERMISSIONS, type Role } from '../../access/rules.ts'
import type { Status } from '../contract.ts'
import { planMove, type Mover } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'

const personWith = (_id: string, role: Role): Mover => ({
  groups: [],
  _id,
  roles: [role],
  permissions: new Set(ROLE_PERMISSIONS[role]),
})
export const MOVERS: Record<string, Mover> = {
  owner: personWith('owner', 'territory'),
  territory: personWith('other', 'territory'),
  studio: personWith('s', 'studio'),
  admin: personWith('a', 'admin'),
  vendor: personWith('v', 'vendor'),
  translator: personWith('l', 'translator'),
  guest: personWith('g', 'guest'),
  machine: personWith('m', 'service'),
  service: 'service',
}
/** A reason and a code. */
export const GIVEN = { reason: 'because', code: 'other' }
/** The codes of what a move needs. */
export const missingFor = (request: StoredWorkRequest, to: Status, mover: Mover, input = {}) => {
  const plan = planMove(request, to, mover, input)
  return plan.ok ? [] : plan.missing.map(({ code }) => code)
}
