// Who gets the prepared reply of a work request, and what it shows to them.
import {
  assetViewOf,
  inCurrentPhase,
  presentAssetView,
  type AssetViewFacts,
} from '../../assets/rules.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import type { WorkRequest } from '../contract.ts'
import { allowedOf, openMoves, type OpenMoves } from './moves.ts'
import { presentWorkRequest, redactFor } from './present.ts'
import type { StoredWorkRequest } from './stored.ts'

export type WorkRequestFactsOfDocument = Pick<
  StoredWorkRequest,
  | 'studio'
  | 'status'
  | 'territory'
  | 'vendor'
  | 'assignment'
  | 'estimate'
  | 'recipients'
  | 'shippingAddresses'
  | 'assetCategory'
> & {
  from: Pick<StoredWorkRequest['from'], '_id'>
  submitted: boolean
  /** Whether one of the files is under embargo. */
  embargoed: boolean
  vendors: string[]
  moves: OpenMoves
  asset: Pick<StoredWorkRequest['asset'], 'usage' | 'workflow'>
  view: AssetViewFacts
}

type Known = Pick<WorkRequestFactsOfDocument, 'submitted' | 'embargoed' | 'vendors' | 'view'>

export function factsOf(stored: StoredWorkRequest, known: Known): WorkRequestFactsOfDocument {
  const { studio, status, territory, vendor, assignment } = stored
  const { estimate, recipients, shippingAddresses } = stored
  return {
    studio,
    status,
    territory,
    vendor,
    assignment,
    estimate,
    recipients,
    shippingAddresses,
    ...known,
    assetCategory: stored.assetCategory,
    from: { _id: stored.from._id },
    moves: openMoves(stored),
    asset: { usage: stored.asset.usage, workflow: inCurrentPhase(stored.asset.workflow) },
  }
}

export const REDACTED = ['estimate', 'recipients', 'shippingAddresses'] as const
const ASSET_VIEW = ['$flags', '$permissions', '$embargo', '$feedback'] as const

/** The reply, with a gap for everything that depends on the reader. */
export function withGaps(
  stored: StoredWorkRequest,
  view: View,
  gap: (name: string) => never,
): WorkRequest {
  const reply = presentWorkRequest(stored, view)
  const gaps = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, gap(name)]))
  return {
    ...reply,
    ...gaps([...REDACTED, '$statuses']),
    asset: { ...reply.asset, ...gaps(ASSET_VIEW) },
  }
}

export function fillGaps(
  facts: WorkRequestFactsOfDocument,
  { person }: Pick<View, 'person'>,
): Record<string, unknown> {
  const caller = callerIn(person, facts.studio)
  const asset = { ...facts.asset, category: facts.assetCategory }
  return {
    ...redactFor(facts, caller),
    ...presentAssetView(asset, assetViewOf(facts.view, caller), caller),
    $statuses: allowedOf(facts.moves, facts, caller),
  }
}

/**
 * Whether the caller sees the request and every file, offline and translation in it. False is always
 * safe: the record is then assembled for the caller.
 */
export function seesWhole(facts: WorkRequestFactsOfDocument, caller: Caller): boolean {
  const { studio, vendor, vendors, assignment } = facts
  // A file can belong to an asset of another project.
  if (caller.scope?.project) return false
  const membership = caller.memberships.find((one) => one.studio === studio)
  if (!caller.isAdmin && (!membership || membership.limited)) return false
  const has = (role: string) => membership?.roles.includes(role) ?? false
  const seesRequest =
    caller.isAdmin ||
    has('studio') ||
    has('service') ||
    (has('territory') &&
      (membership!.territory === facts.territory || facts.from._id === caller._id)) ||
    // Before it accepts, a vendor gets its own $statuses; after it declined, nothing.
    (has('vendor') &&
      facts.submitted &&
      (vendor === null || assignment?.decision === 'accepted') &&
      [...(vendor === null ? [] : [vendor]), ...vendors].every((id) => caller.groups.includes(id)))
  return (
    seesRequest && (!facts.embargoed || callerIn(caller, studio).permissions.has('embargo.bypass'))
  )
}
