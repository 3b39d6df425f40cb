import { sql } from 'kysely'
import { seesStudio, type Viewer } from '../access/queries.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { one, page } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/range.ts'
import { notFound } from '../kernel/problem.ts'
import type { StoredStudio } from './rules.ts'

const from = sql`studio s`
const columns = sql`s.id as "_id", s.name, s.slug, s.logo_id as logo, s.settings, seconds(s.created_at) as created`

export const listStudios = (db: Db, viewer: Viewer, range: Range): Promise<Page<StoredStudio>> =>
  page(db, range, { columns, from, where: seesStudio(viewer, sql`s.id`), order: sql`s.name, s.id`, key: sql`s.id` })

export async function getStudio(db: Db, viewer: Viewer, idOrSlug: string): Promise<StoredStudio> {
  const found = await one<StoredStudio>(db, { columns, from, where: sql`${seesStudio(viewer, sql`s.id`)} and ${idOrSlug} in (s.id, s.slug)` })
  if (!found) throw notFound('studio')
  return found
}

export const lockStudio = (tx: Tx, idOrSlug: string) => sql`select from studio where ${idOrSlug} in (id, slug) for update`.execute(tx)
