import { sql } from 'kysely'
import { seesFile, seesStudio, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { StoredStudio } from './rules.ts'

const from = sql`studio s`
/** An embargoed logo is omitted, like any embargoed file. */
const columns = (viewer: Viewer) =>
  sql`s.id as "_id", s.name, s.slug, (select f.id from file f join asset a on a.id = f.asset_id
    where f.id = s.logo_id and ${seesFile(viewer)}) as logo, s.settings,
    seconds(s.created_at) as created`

export const listStudios = (db: Db, viewer: Viewer, range: Range): Promise<Page<StoredStudio>> =>
  listPage(db, range, {
    columns: columns(viewer),
    from,
    where: seesStudio(viewer, sql`s.id`),
    order: sql`s.name, s.id`,
    key: sql`s.id`,
  })

export async function getStudio(db: Db, viewer: Viewer, idOrSlug: string): Promise<StoredStudio> {
  const found = await findOne<StoredStudio>(db, {
    columns: columns(viewer),
    from,
    where: sql`${seesStudio(viewer, sql`s.id`)} and ${idOrSlug} in (s.id, s.slug)`,
  })
  if (!found) throw notFound('studio')
  return found
}

export const lockStudio = (tx: Tx, idOrSlug: string) =>
  sql`select from studio where ${idOrSlug} in (id, slug) for update`.execute(tx)
