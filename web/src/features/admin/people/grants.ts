import type { groups } from '@reelay/api/contract'
import { managedBy, type Granter } from './granter.ts'

/**
 * Members get the studios of the group, so the granter needs all of them. Only the API knows
 * studios that are not visible here.
 */
export const mayAddToGroup = (
  granter: Granter,
  { type, studios }: Pick<groups.Group, 'type' | 'studios'>,
): boolean =>
  granter.isAdmin ||
  // Groups of admins.
  (type !== 'a' &&
    studios.length > 0 &&
    studios.every((studio) => managedBy(granter).includes(studio)))
