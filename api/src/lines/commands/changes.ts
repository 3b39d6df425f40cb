import type { Db } from '../../kernel/db/connect.ts'
import { linesNamed, touchedSince } from '../queries/lines.ts'
import type { Left } from './write.ts'

/**
 * What became of a sheet since a revision. Who writes meanwhile is told of with the next question:
 * the revision is read first.
 */
export async function changesSince(db: Db, sheet: string, since: number): Promise<Left> {
  const { revision, ids } = await touchedSince(db, sheet, since)
  const lines = ids.length ? await linesNamed(db, sheet, ids) : []
  const there = new Set(lines.map(({ line }) => line._id))
  return { revision, lines, removed: ids.filter((id) => !there.has(id)) }
}
