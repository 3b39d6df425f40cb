import { viewerOf } from '../../access/queries/sight.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { leave, openSheet, type Left } from '../../lines/commands/write.ts'
import { linesAt, linesOf } from '../../lines/queries/lines.ts'
import { follow, type Settled } from '../../lines/rules/following.ts'
import { findScript, getTranslation, heldByTranslation } from '../queries.ts'
import { presentConflicts, type PlannedMerge } from '../rules/merge.ts'

/** What a merge would do, before anybody asks for it. */
export async function getMerge(
  db: Db,
  { id, by, settle }: { id: string; by: Caller; settle?: Settled },
): Promise<PlannedMerge> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const script = await findScript(db, translation)
  const ours = await linesOf(db, translation.sheet)
  const now = script ? await linesOf(db, script.sheet) : []
  const base = script ? await linesAt(db, script.sheet, translation.scriptRevision) : []
  return {
    from: translation.scriptRevision,
    to: script?.revision ?? translation.scriptRevision,
    script: now,
    translation: ours,
    ...follow(base, now, ours, settle),
  }
}

/** All of it or nothing: while a conflict is not settled, no line changes. */
export async function mergeScript(
  tx: Tx,
  { id, settle, by }: { id: string; settle: Settled; by: Caller },
): Promise<Left> {
  const sheet = await openSheet(tx, { holder: heldByTranslation, id, by })
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
  return leave(tx, { sheet, put: merge.put, gone: merge.gone, by: by._id, deed: 'followed' })
}
