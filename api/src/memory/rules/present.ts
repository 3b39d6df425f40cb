import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { ProjectTerm, MemoryUnit } from '../contract.ts'

export type StoredUnit = Omit<MemoryUnit, '$links'>
export const presentUnit = (
  unit: StoredUnit,
  { host }: Pick<ReplyContext, 'host'>,
): MemoryUnit => ({
  ...unit,
  $links: { self: `//${host}/api/memory/${unit._id}` },
})

export type StoredTerm = Omit<ProjectTerm, '$links'>
export const presentTerm = (
  term: StoredTerm,
  { host }: Pick<ReplyContext, 'host'>,
): ProjectTerm => ({
  ...term,
  $links: {
    self: `//${host}/api/projects/${term.project}/terms/${term._id}`,
    project: `//${host}/api/projects/${term.project}`,
  },
})
