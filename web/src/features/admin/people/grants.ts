import type { groups } from '@reelay/api/contract'
import { access } from '@reelay/api/contract'
import type { Granter } from './granter.ts'

/**
 * Members get the studios of the group, so the granter needs all of them. Only the API knows
 * studios that are not visible here.
 */
export const mayAddToGroup = (
  granter: Granter,
  { type, studios }: Pick<groups.Group, 'type' | 'studios'>,
): boolean =>
  granter.roles.includes('admin') ||
  (type !== 'a' && studios.length > 0 && access.missingForGrant(granter, { studios }).length === 0)
