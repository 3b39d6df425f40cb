import { formatTimecode } from '@reelay/subtitles'
import type { MergeConflict, ScriptMerge } from '../../lines/rules/merge-script.ts'
import { presentLine, type StoredLine } from '../../lines/rules/line.ts'
import { MAX_MERGE_CHANGES, type ScriptMergePreview } from '../contract.ts'

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
  changes: presentChanges(merge),
  conflicts: presentConflicts(merge),
})

function presentChanges({
  drafts,
  removedIds,
  translation,
}: PlannedMerge): ScriptMergePreview['changes'] {
  const removed = new Set(removedIds)
  return [
    ...drafts.map((line) => ({ kind: line._id ? ('changed' as const) : ('added' as const), line })),
    ...translation
      .filter(({ _id }) => removed.has(_id))
      .map((line) => ({ kind: 'removed' as const, line })),
  ]
    .toSorted((a, b) => a.line.start - b.line.start)
    .slice(0, MAX_MERGE_CHANGES)
    .map(({ kind, line: { start, stop, source } }) => ({
      kind,
      startTime: formatTimecode(start),
      stopTime: formatTimecode(stop),
      source,
    }))
}

export function presentConflicts({
  conflicts,
  script,
  translation,
}: PlannedMerge): ScriptMergePreview['conflicts'] {
  const [inScript, inTranslation] = [indexesById(script), indexesById(translation)]
  const present = (line: StoredLine | null, indexes: Map<string, number>) =>
    line && presentLine(line, indexes.get(line._id) ?? -1)
  return conflicts.map((conflict: MergeConflict) => ({
    line: conflict.line,
    kind: conflict.kind,
    script: present(conflict.script, inScript),
    translation: present(conflict.translation, inTranslation),
  }))
}

const indexesById = (lines: readonly StoredLine[]) =>
  new Map(lines.map(({ _id }, index) => [_id, index]))
