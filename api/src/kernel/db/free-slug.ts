import { conflict } from '../http/contract/problem.ts'
import { slugFrom } from './slug.ts'
import type { Tx } from './connect.ts'
import { LOCKS, lockForTransaction } from './locks.ts'
import { sql } from './sql.ts'

/**
 * The given slug, or one made from the name, with a number at the end if that is taken. Slugs of
 * projects and assets are unique within their `studio`.
 */
export async function freeSlug(
  tx: Tx,
  table: 'studio' | 'project' | 'asset' | 'asset_type',
  { slug, name, studio }: { slug?: string | undefined; name: string; studio?: string },
): Promise<string> {
  const preferred = slug ?? slugFrom(name)
  // Without the lock, two calls for the same slug would fail on the unique index.
  await lockForTransaction(tx, LOCKS.slug, `${table} ${studio ?? ''} ${preferred}`)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.ref(table)}
    where (slug = ${preferred} or slug like ${`${preferred}-%`})
      and ${studio === undefined ? sql`true` : sql`studio_id = ${studio}`}`.execute(tx)
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(preferred)) return preferred
  if (slug)
    throw conflict('slug.exists', `The slug ${slug} is taken. Choose another, or leave it out.`)
  for (let number = 2; ; number++)
    if (!taken.has(`${preferred}-${number}`)) return `${preferred}-${number}`
}
