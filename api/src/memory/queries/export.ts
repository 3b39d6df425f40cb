import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { TMX_FOOTER, TMX_HEADER, writeTmxUnit } from '@reelay/translation-memory'
import { readUnitPages, type UnitFilter } from './units.ts'

/** Streams the file page by page. */
export async function* streamTmx(
  db: Db,
  viewer: Viewer,
  filter: UnitFilter,
): AsyncGenerator<string> {
  yield TMX_HEADER
  for await (const units of readUnitPages(db, viewer, filter))
    yield units.map(writeTmxUnit).join('')
  yield TMX_FOOTER
}
