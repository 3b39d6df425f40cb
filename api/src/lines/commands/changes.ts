import type { Db } from '../../kernel/db/connect.ts'
import { findLines, findChangedIds } from '../queries/lines.ts'
import type { StoredEditResult } from './write.ts'

/**
 * What became of a sheet since a revision. Who writes meanwhile is told of with the next question:
 * the revision is read first.
 */
export async function findChangesSince(
  db: Db,
  sheet: string,
  since: number,
): Promise<StoredEditResult> {
  const { revision, ids } = await findChangedIds(db, sheet, since)
  const lines = ids.length ? await findLines(db, sheet, ids) : []
  const there = new Set(lines.map(({ line }) => line._id))
  return { revision, lines, removed: ids.filter((id) => !there.has(id)) }
}
