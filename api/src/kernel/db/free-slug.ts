import { sql } from 'kysely'
import { conflict } from '../http/contract/problem.ts'
import { slugFrom } from './slug.ts'
import type { Tx } from './connect.ts'

/** The slug asked for, or one made from the name: with a number behind it when others have it. */
export async function freeSlug(
  tx: Tx,
  table: 'studio' | 'project' | 'asset' | 'asset_type',
  { slug, name }: { slug?: string | undefined; name: string },
): Promise<string> {
  const wanted = slug ?? slugFrom(name)
  // Two who take the same slug at once wait here for each other instead of failing on the index.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${wanted}`}, 1))`.execute(tx)
  const { rows } = await sql<{
    slug: string
  }>`select slug from ${sql.table(table)} where slug = ${wanted} or slug like ${`${wanted}-%`}`.execute(
    tx,
  )
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(wanted)) return wanted
  if (slug)
    throw conflict('slug.taken', `The slug ${slug} is taken. Choose another, or leave it out.`)
  for (let number = 2; ; number++)
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}
