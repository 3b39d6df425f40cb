// Who gets the prepared reply of a translation.
import type { Caller } from '../../kernel/http/contract/caller.ts'

export type TranslationFacts = {
  studio: string
  /** Of the work request. */
  owner: string
  territory: string | null
  submitted: boolean
  vendors: string[]
  translator: string | null
}

/** False is always safe: the record is then assembled for the caller. */
export function seesWholeTranslation(facts: TranslationFacts, caller: Caller): boolean {
  if (caller.isAdmin && !caller.scope?.project) return true
  const membership = caller.memberships.find(({ studio }) => studio === facts.studio)
  if (caller.scope?.project || !membership || membership.limited) return false
  const has = (role: string) => membership.roles.includes(role)
  return (
    has('studio') ||
    has('service') ||
    facts.owner === caller._id ||
    (has('territory') && membership.territory === facts.territory) ||
    (has('translator') && facts.translator === caller._id) ||
    (has('vendor') &&
      facts.submitted &&
      facts.vendors.every((vendor) => caller.groups.includes(vendor)))
  )
}
