import type { Db } from '../../kernel/db/connect.ts'
import { findChangedIds, findLines } from '../queries/lines.ts'
import type { StoredEditResult } from './edit.ts'

/**
 * What changed in a text track since a revision. The revision is read first, so the next call
 * reports edits made meanwhile.
 */
export async function findChangesSince(
  db: Db,
  textTrack: string,
  since: number,
): Promise<StoredEditResult> {
  const { revision, ids } = await findChangedIds(db, textTrack, since)
  const lines = ids.length ? await findLines(db, textTrack, ids) : []
  const found = new Set(lines.map(({ line }) => line._id))
  return { revision, lines, removed: ids.filter((id) => !found.has(id)) }
}
