// Who may use what was prepared for new requests of an asset.
import type { AssetViewFacts } from '../../assets/rules.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { StoredWorkRequest } from './stored.ts'

/** What a new request takes from its asset. */
export type OrderedAsset = Pick<
  StoredWorkRequest,
  'studio' | 'project' | 'asset' | 'assetType' | 'assetCategory'
>
export type OrderFacts = {
  studio: string
  /** Whether one of the files is under embargo. */
  embargoed: boolean
  view: AssetViewFacts
}

const SEES_ASSETS = ['studio', 'territory', 'service']

/** False is always safe: what the request needs is then assembled for the caller. */
export function seesWholeOrder({ studio, embargoed }: OrderFacts, caller: Caller): boolean {
  if (caller.scope?.project) return false
  const membership = caller.memberships.find((one) => one.studio === studio)
  const sees =
    caller.isAdmin ||
    (membership !== undefined &&
      !membership.limited &&
      membership.roles.some((role) => SEES_ASSETS.includes(role)))
  return sees && (!embargoed || callerIn(caller, studio).permissions.has('embargo.bypass'))
}
