import type { View } from '../../kernel/http/contract/view.ts'
import type { Term, Unit } from '../contract.ts'

export type StoredUnit = Omit<Unit, '$links'>
export const presentUnit = (unit: StoredUnit, { host }: Pick<View, 'host'>): Unit => ({
  ...unit,
  $links: { self: `//${host}/api/memory/${unit._id}` },
})

export type StoredTerm = Omit<Term, '$links'>
export const presentTerm = (term: StoredTerm, { host }: Pick<View, 'host'>): Term => ({
  ...term,
  $links: {
    self: `//${host}/api/projects/${term.project}/terms/${term._id}`,
    project: `//${host}/api/projects/${term.project}`,
  },
})
