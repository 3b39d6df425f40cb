import type { groups } from '@reelay/api/contract'
import { access } from '@reelay/api/contract'
import type { Granter } from './granter.ts'

/**
 * A group opens its studios to its members, so whoever places somebody in it holds them all.
 * Studios out of sight are known to the service alone.
 */
export const mayAddToGroup = (
  giver: Granter,
  { type, studios }: Pick<groups.Group, 'type' | 'studios'>,
): boolean =>
  giver.roles.includes('admin') ||
  (type !== 'a' && studios.length > 0 && access.missingForGrant(giver, { studios }).length === 0)
