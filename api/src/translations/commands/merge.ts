import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { openTextTrack, saveEdit, type StoredEditResult } from '../../lines/commands/edit.ts'
import { loadLinesAt, loadLines } from '../../lines/queries/lines.ts'
import { planScriptMerge, type Resolutions } from '../../lines/rules/merge-script.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../queries.ts'
import { presentConflicts, type PlannedMerge } from '../rules/present-merge.ts'

/** Previews the merge. */
export async function getMerge(
  db: Db,
  { id, by, settle }: { id: string; by: Caller; settle?: Resolutions },
): Promise<PlannedMerge> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const script = await findScript(db, translation)
  const ours = await loadLines(db, translation.textTrack)
  const now = script ? await loadLines(db, script.textTrack) : []
  const base = script ? await loadLinesAt(db, script.textTrack, translation.scriptRevision) : []
  return {
    from: translation.scriptRevision,
    to: script?.revision ?? translation.scriptRevision,
    script: now,
    translation: ours,
    ...planScriptMerge(base, now, ours, settle),
  }
}

/** Merges everything or nothing: an unresolved conflict rejects the whole merge. */
export async function mergeScript(
  tx: Tx,
  { id, settle, by }: { id: string; settle: Resolutions; by: Caller },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrack(tx, { resolve: resolveTranslationTrack, id, by })
  const merge = await getMerge(tx, { id, by, settle })
  const { length } = merge.conflicts
  if (length) {
    const count = length === 1 ? 'One line was' : `${length} lines were`
    throw conflict(
      'merge.conflicts',
      `${count} changed on both sides. Resolve each conflict as "ours" or "theirs".`,
      { conflicts: presentConflicts(merge).slice(0, 100) },
    )
  }
  await tx
    .updateTable('translation')
    .where('id', '=', id)
    .set({ script_revision: merge.to })
    .execute()
  const { drafts, removedIds } = merge
  return saveEdit(tx, { textTrack, drafts, removedIds, by: by._id, action: 'followed' })
}
