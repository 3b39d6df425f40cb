// What of an asset somebody may order now, and why not the rest. The service says what is open
// ($permissions.access); its own rules tell when it will be.
import {
  access,
  assetRules,
  phaseRules,
  workrequests,
  type assets,
  type users,
} from '@reelay/api/contract'
import type { Use } from './draft.ts'

export type Part = (typeof assetRules.PARTS)[number]
/**
 * `role`: they order nothing at all. `phase`: closed now; `opens` names the phase in which it opens
 * for them, if any. `lines`: nothing is there to make subtitles of.
 */
export type Why =
  | { because: 'role' }
  | { because: 'phase'; phase: string; opens: string | null }
  | { because: 'lines' }
export type Offer<V extends string = string> = {
  value: V
  why: Why | null
  /** Whose refusal it is, where several are ordered together. */ of?: string
}
export type Offers = Record<Part, Offer[]> & { uses: Offer<Use>[]; autosubs: Offer<'autosubs'> }
export type Person = { _id: string; groups: string[]; roles: string[]; rights: ReadonlySet<string> }

export const personOf = ({ _id, groups, roles, permissions }: users.User): Person => ({
  _id,
  groups: groups.map((group) => group._id),
  roles,
  rights: access.rightsOf(roles, permissions),
})

type Asset = Pick<assets.Asset, 'workflow' | '$permissions'>

export function offersOf({ workflow, $permissions }: Asset, person: Person): Offers {
  const open = new Set($permissions.access)
  const why = (values: readonly string[]): Why | null => {
    if (!person.rights.has('workrequest.create')) return { because: 'role' }
    return values.length === 0 || values.some((value) => open.has(value))
      ? null
      : { because: 'phase', phase: workflow.phase, opens: opensIn(workflow, person, values) }
  }
  const part = (name: Part): Offer[] =>
    assetRules.TREATMENTS.map((value) => ({ value, why: why([`${name}_${value}`]) }))
  return {
    dialogue: part('dialogue'),
    graphics: part('graphics'),
    narration: part('narration'),
    uses: workrequests.USES.map((value) => ({
      value,
      why: why((phaseRules.USAGES_OF[value] ?? []).map((usage) => `usage_${usage}`)),
    })),
    autosubs: {
      value: 'autosubs',
      why: why([]) ?? ($permissions.canAutosub ? null : { because: 'lines' }),
    },
  }
}

/**
 * The first phase after the present one, as the transitions lead, in which one of the values opens.
 */
function opensIn(
  { phase, definition: { phases } }: assets.Asset['workflow'],
  person: Person,
  values: readonly string[],
): string | null {
  const ahead = new Set(phases[phase]?.transitions)
  for (const name of ahead) {
    if (values.some((value) => assetRules.mayOrder(phases[name], person, value))) return name
    for (const next of phases[name]?.transitions ?? []) ahead.add(next)
  }
  return null
}

/** For several assets at once only what is open for each of them. */
export function together(all: readonly { name: string; offers: Offers }[]): Offers {
  const [first] = all
  if (!first || all.length === 1) return first?.offers ?? NONE
  const meet = <V extends string>(pick: (offers: Offers) => Offer<V>[]): Offer<V>[] =>
    pick(first.offers).map(({ value }) => {
      const closed = all.find(({ offers }) =>
        pick(offers).some((offer) => offer.value === value && offer.why),
      )
      const why = closed && pick(closed.offers).find((offer) => offer.value === value)!.why
      return closed && why ? { value, why, of: closed.name } : { value, why: null }
    })
  return {
    dialogue: meet((offers) => offers.dialogue),
    graphics: meet((offers) => offers.graphics),
    narration: meet((offers) => offers.narration),
    uses: meet((offers) => offers.uses),
    autosubs: meet((offers) => [offers.autosubs])[0]!,
  }
}

const NONE: Offers = {
  dialogue: [],
  graphics: [],
  narration: [],
  uses: [],
  autosubs: { value: 'autosubs', why: null },
}
