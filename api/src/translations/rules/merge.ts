import type { Conflict, Followed } from '../../lines/rules/following.ts'
import { presentLine, type StoredLine } from '../../lines/rules/line.ts'
import type { Merge } from '../contract.ts'

/** What would come of a merge, and the lines of both sides as they are now. */
export type PlannedMerge = Followed & {
  from: number
  to: number
  script: StoredLine[]
  translation: StoredLine[]
}

export const presentMerge = (merge: PlannedMerge): Merge => ({
  from: merge.from,
  to: merge.to,
  lines: merge.put.length,
  removed: merge.gone.length,
  conflicts: presentConflicts(merge),
})

export function presentConflicts({
  conflicts,
  script,
  translation,
}: PlannedMerge): Merge['conflicts'] {
  const present = (line: StoredLine | null, all: StoredLine[]) =>
    line &&
    presentLine(
      line,
      all.findIndex(({ _id }) => _id === line._id),
    )
  return conflicts.map((conflict: Conflict) => ({
    line: conflict.line,
    kind: conflict.kind,
    script: present(conflict.script, script),
    translation: present(conflict.translation, translation),
  }))
}
