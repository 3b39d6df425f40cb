import type { Db } from '../../kernel/db/connect.ts'
import { findLineTexts } from '../queries/line-texts.ts'
import { findChangedIds } from '../queries/lines.ts'
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
  const { ids: existing, lines, size } = await findLineTexts(db, textTrack, ids)
  const remainingIds = new Set(existing)
  return { revision, lines, size, removed: ids.filter((id) => !remainingIds.has(id)) }
}
