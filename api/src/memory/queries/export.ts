import type { Viewer } from '../../access/queries/sight.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { TMX_FOOT, TMX_HEAD, tmxEntry } from '../rules/tmx-write.ts'
import { unitsByPage, type UnitFilter } from './units.ts'

/** The file in pieces, as they are read. */
export async function* tmxOf(db: Db, viewer: Viewer, asked: UnitFilter): AsyncGenerator<string> {
  yield TMX_HEAD
  for await (const units of unitsByPage(db, viewer, asked)) yield units.map(tmxEntry).join('')
  yield TMX_FOOT
}
