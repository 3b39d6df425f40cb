import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { saveEdit, openTextTrack, type StoredEditResult } from '../../lines/commands/write.ts'
import { loadLinesAt, loadLines } from '../../lines/queries/lines.ts'
import { planScriptMerge, type Resolutions } from '../../lines/rules/merge-script.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../queries.ts'
import { presentConflicts, type PlannedMerge } from '../rules/present-merge.ts'

/** What a merge would do, before anybody asks for it. */
export async function getMerge(
  db: Db,
  { id, by, settle }: { id: string; by: Caller; settle?: Resolutions },
): Promise<PlannedMerge> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const script = await findScript(db, translation)
  const ours = await loadLines(db, translation.textTrack)
  const now = script ? await loadLines(db, script.sheet) : []
  const base = script ? await loadLinesAt(db, script.sheet, translation.scriptRevision) : []
  return {
    from: translation.scriptRevision,
    to: script?.revision ?? translation.scriptRevision,
    script: now,
    translation: ours,
    ...planScriptMerge(base, now, ours, settle),
  }
}

/** All of it or nothing: while a conflict is not settled, no line changes. */
export async function mergeScript(
  tx: Tx,
  { id, settle, by }: { id: string; settle: Resolutions; by: Caller },
): Promise<StoredEditResult> {
  const sheet = await openTextTrack(tx, { holder: resolveTranslationTrack, id, by })
  const merge = await getMerge(tx, { id, by, settle })
  const { length } = merge.conflicts
  if (length)
    throw conflict(
      'merge.conflicts',
      `${length === 1 ? 'One line was' : `${length} lines were`} changed on both sides: say for each whether ours or theirs stands.`,
      { conflicts: presentConflicts(merge).slice(0, 100) },
    )
  await tx
    .updateTable('translation')
    .where('id', '=', id)
    .set({ script_revision: merge.to })
    .execute()
  return saveEdit(tx, { sheet, put: merge.put, gone: merge.gone, by: by._id, deed: 'followed' })
}
