// Run in worker threads. Lines are JSON texts.
import { jsonOutput } from '../../../kernel/compute/json-output.ts'
import { conflict } from '../../../kernel/http/contract/problem.ts'
import { encodeDrafts } from '../../../lines/commands/tasks/drafts.ts'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import { planScriptMerge, type Resolutions } from '../../../lines/rules/merge-script.ts'
import { presentConflicts, presentMerge, type PlannedMerge } from '../../rules/present-merge.ts'

/** The script at the last merge and now, and the translation. */
export type MergeInput = {
  from: number
  to: number
  base: readonly string[]
  script: readonly string[]
  translation: readonly string[]
}

/** The reply of a preview. */
export const previewMerge = (input: MergeInput) => jsonOutput(presentMerge(planMerge(input)))

/** Merges everything or nothing: an unresolved conflict rejects the whole merge. */
export function mergeLines({ settle, ...input }: MergeInput & { settle: Resolutions }) {
  const merge = planMerge(input, settle)
  const { length } = merge.conflicts
  if (length) {
    const count = length === 1 ? 'One line was' : `${length} lines were`
    throw conflict(
      'merge.conflict',
      `${count} changed on both sides. Resolve each conflict as "ours" or "theirs".`,
      { conflicts: presentConflicts(merge).slice(0, 100) },
    )
  }
  return { ...encodeDrafts(merge.drafts), removedIds: merge.removedIds }
}

function planMerge(
  { from, to, base, ...lines }: MergeInput,
  settle: Resolutions = {},
): PlannedMerge {
  const [script, translation] = [parseLines(lines.script), parseLines(lines.translation)]
  return {
    from,
    to,
    script,
    translation,
    ...planScriptMerge(parseLines(base), script, translation, settle),
  }
}
