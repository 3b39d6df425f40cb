import { sql } from '../../kernel/db/sql.ts'
import type { RequireNoEmbargo } from '../../kernel/http/app.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { notEmbargoed, viewerOf } from './visibility.ts'

/** The caller gets what they would get for a file that does not exist. */
export const requireNoEmbargo: RequireNoEmbargo = async (tx, caller, ids) => {
  const { rows } = await sql`
    select from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id = any (${ids}) and not ${notEmbargoed(viewerOf(caller))}
    limit 1`.execute(tx)
  if (rows.length) throw notFound('file')
}
