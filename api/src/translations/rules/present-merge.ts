import type { MergeConflict, ScriptMerge } from '../../lines/rules/merge-script.ts'
import { presentLine, type StoredLine } from '../../lines/rules/line.ts'
import type { ScriptMergePreview } from '../contract.ts'

/** The plan of a merge, with the current lines of both sides. */
export type PlannedMerge = ScriptMerge & {
  from: number
  to: number
  script: StoredLine[]
  translation: StoredLine[]
}

export const presentMerge = (merge: PlannedMerge): ScriptMergePreview => ({
  from: merge.from,
  to: merge.to,
  lines: merge.drafts.length,
  removed: merge.removedIds.length,
  conflicts: presentConflicts(merge),
})

export function presentConflicts({
  conflicts,
  script,
  translation,
}: PlannedMerge): ScriptMergePreview['conflicts'] {
  const present = (line: StoredLine | null, all: StoredLine[]) =>
    line &&
    presentLine(
      line,
      all.findIndex(({ _id }) => _id === line._id),
    )
  return conflicts.map((conflict: MergeConflict) => ({
    line: conflict.line,
    kind: conflict.kind,
    script: present(conflict.script, script),
    translation: present(conflict.translation, translation),
  }))
}
