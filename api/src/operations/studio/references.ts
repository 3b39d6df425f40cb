import type pg from 'pg'
import { SHARED_ROWS, STUDIO_ROWS, forStudio } from './contents.ts'

type ForeignKey = { source: string; column: string; target: string }

const listForeignKeys = async (client: pg.Client): Promise<ForeignKey[]> =>
  (
    await client.query<ForeignKey>(`
      select c.relname as source, a.attname as column, t.relname as target
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.connamespace = any (current_schemas(false)::text[]::regnamespace[])
      order by 1, 2`)
  ).rows

/** For each shared table, the condition of the rows that a studio refers to. */
export async function sharedConditions(
  client: pg.Client,
  studio: string,
): Promise<Map<string, string>> {
  const keys = await listForeignKeys(client)
  const conditions = new Map<string, string>()
  // People refer to territories, so they come first.
  for (const table of Object.keys(SHARED_ROWS).toReversed()) {
    const sources = keys
      .filter(({ target }) => target === table)
      .flatMap(({ source, column }) => {
        const where = STUDIO_ROWS[source] ?? conditions.get(source)
        return where ? [`select ${column} from ${source} where ${where}`] : []
      })
    conditions.set(table, forStudio(`id in (${sources.join(' union ')})`, studio))
  }
  return conditions
}

/** All tables of a studio, each after those that it refers to. */
export async function inOrder(client: pg.Client): Promise<string[]> {
  const keys = await listForeignKeys(client)
  const left = new Set([...Object.keys(SHARED_ROWS), ...Object.keys(STUDIO_ROWS)])
  const ordered: string[] = []
  while (left.size) {
    const next = [...left].filter((table) =>
      keys.every(({ source, target }) => source !== table || target === table || !left.has(target)),
    )
    if (next.length === 0) throw new Error(`The tables ${[...left].join(', ')} form a circle`)
    for (const table of next) {
      ordered.push(table)
      left.delete(table)
    }
  }
  return ordered
}
