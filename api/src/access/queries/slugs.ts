// Projects and assets are addressed by id, by slug, or by `studio~slug`. A slug is unique within its
// studio only, so it can name several records.
import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'

type Columns = { id: Sql; slug: Sql; studio: Sql }

/** A condition for filters: several records with the same slug all match. */
export function hasAddress(address: string, { id, slug, studio }: Columns): Sql {
  const [name, rest] = address.split('~', 2) as [string, string?]
  if (rest === undefined) return sql`${address} in (${id}, ${slug})`
  return sql`(${slug} = ${rest}
    and ${studio} in (select named.id from studio named where ${name} in (named.id, named.slug)))`
}

/** Over `project`, without an alias. */
export const projectHasAddress = (address: string): Sql =>
  hasAddress(address, { id: sql`id`, slug: sql`slug`, studio: sql`studio_id` })

/** Over `asset a`. */
export const assetHasAddress = (address: string): Sql =>
  hasAddress(address, { id: sql`a.id`, slug: sql`a.slug`, studio: sql`a.studio_id` })

const SOURCES = {
  project: { from: sql`project p`, alias: sql.ref('p') },
  asset: { from: sql`asset a`, alias: sql.ref('a') },
}

export const isId = (address: string): boolean => /^[0-9a-f]{24}$/.test(address)

/**
 * Finds the id of the visible record with this address. `visible` is a condition over `project p`
 * or `asset a`.
 */
export async function findIdByAddress(
  db: Db,
  kind: keyof typeof SOURCES,
  address: string,
  visible: Sql,
): Promise<string | undefined> {
  if (isId(address)) return address
  const { from, alias } = SOURCES[kind]
  const columns = {
    id: sql`${alias}.id`,
    slug: sql`${alias}.slug`,
    studio: sql`${alias}.studio_id`,
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select ${columns.id} as id, s.slug || '/' || ${columns.slug} as name
    from ${from} join studio s on s.id = ${columns.studio}
    where ${hasAddress(address, columns)} and ${visible}
    order by 2 limit 10`.execute(db)
  if (rows.length > 1)
    throw conflict(
      'slug.ambiguous',
      `Several studios have this slug: ${rows.map(({ name }) => name).join(', ')}. Use studio~slug.`,
    )
  return rows[0]?.id
}
