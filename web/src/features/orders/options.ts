// The options that a user can order from an asset, and why the others are unavailable.
// `$permissions.access` lists what the current phase allows. The contract's rules tell which later
// phase allows the rest.
import {
  access,
  assetRules,
  phaseRules,
  workrequests,
  type assets,
  type users,
} from '@reelay/api/contract'
import type { OrderUse } from './draft.ts'

export type LocalizedPart = (typeof assetRules.PARTS)[number]
/**
 * `role`: the user may not order anything. `phase`: not allowed in the current phase; `availableIn`
 * is the first later phase that allows it for this user, or null. `noTranslation`: there is no
 * translation to make automatic subtitles from.
 */
export type UnavailableReason =
  | { kind: 'role' }
  | { kind: 'phase'; phase: string; availableIn: string | null }
  | { kind: 'noTranslation' }
export type OrderOption<V extends string = string> = {
  value: V
  unavailable: UnavailableReason | null
  /** The asset that makes the option unavailable, when several are ordered together. */
  assetName?: string
}
export type OrderOptions = Record<LocalizedPart, OrderOption[]> & {
  uses: OrderOption<OrderUse>[]
  autosubs: OrderOption<'autosubs'>
}
export type OrderingUser = {
  _id: string
  groups: string[]
  roles: string[]
  permissions: ReadonlySet<string>
}

export const toOrderingUser = ({ _id, groups, roles, permissions }: users.User): OrderingUser => ({
  _id,
  groups: groups.map((group) => group._id),
  roles,
  permissions: access.permissionsOf(roles, permissions),
})

type Asset = Pick<assets.Asset, 'workflow' | '$permissions'>

export function orderOptionsFor(
  { workflow, $permissions }: Asset,
  user: OrderingUser,
): OrderOptions {
  const allowed = new Set($permissions.access)
  const reasonFor = (permissions: readonly string[]): UnavailableReason | null => {
    if (!user.permissions.has('workrequest.create')) return { kind: 'role' }
    if (permissions.length === 0 || permissions.some((permission) => allowed.has(permission)))
      return null
    const availableIn = findLaterPhase(workflow, user, permissions)
    return { kind: 'phase', phase: workflow.phase, availableIn }
  }
  const treatmentsOf = (part: LocalizedPart): OrderOption[] =>
    assetRules.TREATMENTS.map((value) => ({
      value,
      unavailable: reasonFor([`${part}_${value}`]),
    }))
  return {
    dialogue: treatmentsOf('dialogue'),
    graphics: treatmentsOf('graphics'),
    narration: treatmentsOf('narration'),
    uses: workrequests.USES.map((value) => ({
      value,
      unavailable: reasonFor(
        (phaseRules.USAGES_BY_USE[value] ?? []).map((usage) => `usage_${usage}`),
      ),
    })),
    autosubs: {
      value: 'autosubs',
      unavailable: reasonFor([]) ?? ($permissions.canAutosub ? null : { kind: 'noTranslation' }),
    },
  }
}

/** Follows the transitions to the first later phase that grants one of the permissions. */
function findLaterPhase(
  { phase, definition: { phases } }: assets.Asset['workflow'],
  user: OrderingUser,
  permissions: readonly string[],
): string | null {
  const reachable = new Set(phases[phase]?.transitions)
  for (const name of reachable) {
    if (permissions.some((permission) => assetRules.mayOrder(phases[name], user, permission)))
      return name
    for (const next of phases[name]?.transitions ?? []) reachable.add(next)
  }
  return null
}

/** An option is available for several assets only if it is available for each of them. */
export function commonOptions(
  all: readonly { name: string; options: OrderOptions }[],
): OrderOptions {
  const [first] = all
  if (!first || all.length === 1) return first?.options ?? NO_OPTIONS
  const intersect = <V extends string>(
    pick: (options: OrderOptions) => OrderOption<V>[],
  ): OrderOption<V>[] =>
    pick(first.options).map(({ value }): OrderOption<V> => {
      for (const { name, options } of all) {
        const unavailable = pick(options).find((option) => option.value === value)?.unavailable
        if (unavailable) return { value, unavailable, assetName: name }
      }
      return { value, unavailable: null }
    })
  return {
    dialogue: intersect((options) => options.dialogue),
    graphics: intersect((options) => options.graphics),
    narration: intersect((options) => options.narration),
    uses: intersect((options) => options.uses),
    autosubs: intersect((options) => [options.autosubs])[0]!,
  }
}

const NO_OPTIONS: OrderOptions = {
  dialogue: [],
  graphics: [],
  narration: [],
  uses: [],
  autosubs: { value: 'autosubs', unavailable: null },
}
