import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { minhashSignature, type MemoryScope, type Candidate } from '@reelay/translation-memory'
import { sql } from '../../kernel/db/sql.ts'
import { seesUnit } from './visibility.ts'

/** A line longer by two thirds is not similar. */
const MAX_LENGTH_RATIO = 5 / 3

/**
 * Keys of lines that may be similar. Visibility is checked later, on the units of the chosen keys.
 */
export async function findSimilarKeys(
  db: Db,
  { studio, sourceLanguage, language }: MemoryScope,
  key: string,
): Promise<string[]> {
  const minhashes = minhashSignature({ studio, sourceLanguage, language }, key)
  // Returned as one string, because the driver parses arrays character by character.
  const { rows } = await sql<{ keys: string | null }>`
    select string_agg(match.key, chr(10)) as keys
    from find_memory_keys(
      ${studio}, ${sourceLanguage}, ${language}, ${minhashes}::int[],
      ${Math.floor(key.length / MAX_LENGTH_RATIO)}::int,
      ${Math.ceil(key.length * MAX_LENGTH_RATIO)}::int) match (key)`.execute(db)
  return rows[0]!.keys?.split('\n') ?? []
}

/** Common phrases have many translations. */
const MAX_CANDIDATES = 500

export type LineContext = { before: string; after: string; project?: string; asset?: string }

/**
 * The distinct translations of these keys, grouped by how they relate to the line, each with its
 * newest unit. Without a project every unit counts as the same project.
 */
export async function findCandidates(
  db: Db,
  viewer: Viewer,
  { studio, sourceLanguage, language }: MemoryScope,
  keys: readonly string[],
  context: LineContext,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select (array_agg(m.id order by m.approved_at desc, m.id desc))[1] as id,
      m.source, m.target, m.origin,
      extract(epoch from max(m.approved_at))::float8 as approved, count(*)::int as times,
      m.before_key <> '' and m.before_key = ${context.before} as before,
      m.after_key <> '' and m.after_key = ${context.after} as after,
      coalesce(m.asset_id = ${context.asset ?? null}, false) as "sameAsset",
      ${context.project ?? null}::text is null
        or coalesce(m.project_id = ${context.project ?? null}, false) as "sameProject"
    from find_memory_units(
      ${studio}, ${sourceLanguage}, ${language}, ${keys}::text[]) match (id)
    join memory_unit m on m.studio_id = ${studio} and m.id = match.id
    where ${seesUnit(viewer)}
    group by m.source, m.target, m.origin, 7, 8, 9, 10
    order by 7 desc, 8 desc, times desc limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}
