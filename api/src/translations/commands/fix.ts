import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { loadEditResult, type StoredEditResult } from '../../lines/commands/edit.ts'
import { openTextTrackAt } from '../../lines/commands/outdated.ts'
import { saveEncodedLines } from '../../lines/commands/save.ts'
import type { EncodedDrafts } from '../../lines/commands/tasks/drafts.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import type { RuleId } from '../../subtitles/contract.ts'
import { getTranslation, resolveTranslationTrack } from '../queries.ts'
import { loadCheckOptions } from '../queries/check-options.ts'
import { fixLines } from './tasks/checks.ts'

const fixTask = task(new URL('./tasks/checks.ts', import.meta.url), fixLines)

type FixInput = { id: string; by: Caller; rules?: RuleId[]; lines?: string[]; profile?: string }
type FixPlan = EncodedDrafts & { revision: number }

/** Decides what safe fixes change. No transaction is open meanwhile. */
export async function planFixes(
  { db, compute }: { db: Db; compute: Compute },
  { id, by, rules, lines: lineIds, profile }: FixInput,
): Promise<FixPlan> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const options = await loadCheckOptions(db, translation, by, profile)
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  const plan = await compute.run(
    fixTask,
    { lines, options, rules, lineIds },
    { client: by._id, size },
  )
  return { ...plan, revision }
}

export async function fixTranslation(
  tx: Tx,
  { id, by, plan }: { id: string; by: Caller; plan: FixPlan },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrackAt(tx, {
    resolve: resolveTranslationTrack,
    id,
    by,
    revision: plan.revision,
  })
  const { revision, ids } = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: by._id,
    action: 'fixed',
  })
  return loadEditResult(tx, { textTrack, revision, ids })
}
