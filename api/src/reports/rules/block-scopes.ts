// Which prepared blocks a caller counts. A block contains the facts of one scope.
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { BlockScope } from './blocks.ts'
import { isVendorOnly, seesAllRequests } from './counted-facts.ts'

/**
 * The scopes of a caller in a studio, whose blocks have no fact in common except that people own
 * requests of their territory. There are none if blocks do not suffice: vendors who also order for a
 * territory see some requests for several reasons. The id of an owner is not known here.
 */
export function scopesIn(person: Caller, studio: string): BlockScope[] {
  const { roles, permissions, territory, groups } = callerIn(person, studio)
  if (seesAllRequests({ roles, permissions })) return [{ scope: 'studio', id: '' }]
  if (isVendorOnly(roles)) return ['', ...groups].map((id) => ({ scope: 'vendor', id }))
  if (roles.includes('vendor')) return []
  return [
    ...(roles.includes('territory') && territory !== null
      ? [{ scope: 'territory' as const, id: territory }]
      : []),
    { scope: 'owner', id: '' },
  ]
}

/** Whether the facts of a territory count in a block. Those of people's own are in two scopes. */
export function countsInBlock(
  person: Caller,
  studio: string,
  scope: BlockScope['scope'],
): (territory: string) => boolean {
  const { roles, territory: own } = callerIn(person, studio)
  return scope === 'owner' && roles.includes('territory')
    ? (territory) => territory !== own
    : () => true
}
