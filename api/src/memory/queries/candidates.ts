import { sql } from 'kysely'
import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { minhashSignature, type MemoryScope } from '../rules/minhash.ts'
import type { Candidate } from '../rules/score.ts'
import { seesUnit } from './sight.ts'

/** What is longer by two thirds is another line. */
const MAX_LENGTH_RATIO = 5 / 3

/**
 * Keys of lines that may be similar. Texts alone, to be held against each other: whether their
 * units may be seen is asked of those that are chosen.
 */
export async function findSimilarKeys(
  db: Db,
  { studio, sourceLanguage, language }: MemoryScope,
  key: string,
): Promise<string[]> {
  const near = minhashSignature({ studio, sourceLanguage, language }, key)
  // As one text: an array is taken apart by the driver letter by letter.
  const { rows } = await sql<{ keys: string | null }>`
    select string_agg(distinct m.source_key, chr(10)) as keys from memory_unit m
    where m.minhashes && ${near}::int[] and m.studio_id = ${studio} and m.source_language = ${sourceLanguage} and m.language = ${language}
      and length(m.source_key) between ${Math.floor(key.length / MAX_LENGTH_RATIO)}::int and ${Math.ceil(key.length * MAX_LENGTH_RATIO)}::int`.execute(
    db,
  )
  return rows[0]!.keys?.split('\n') ?? []
}

/** Of what everybody says there are many ways to say it. */
const MAX_CANDIDATES = 500

export type LineContext = { before: string; after: string; project?: string; asset?: string }

/**
 * Every way these keys were translated, once for each way it stands to who asks, as its newest
 * unit. Without a project none is another.
 */
export async function findCandidates(
  db: Db,
  viewer: Viewer,
  { studio, sourceLanguage, language }: MemoryScope,
  keys: readonly string[],
  around: LineContext,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select (array_agg(m.id order by m.approved_at desc, m.id desc))[1] as id, m.source, m.target, m.origin, extract(epoch from max(m.approved_at))::float8 as approved, count(*)::int as times,
      m.before_key <> '' and m.before_key = ${around.before} as before, m.after_key <> '' and m.after_key = ${around.after} as after,
      coalesce(m.asset_id = ${around.asset ?? null}, false) as "sameAsset", ${around.project ?? null}::text is null or coalesce(m.project_id = ${around.project ?? null}, false) as "sameProject"
    from memory_unit m
    where m.studio_id = ${studio} and m.source_language = ${sourceLanguage} and m.language = ${language}
      and md5(m.source_key) = any (select md5(key) from unnest(${keys}::text[]) key) and m.source_key = any (${keys}) and ${seesUnit(viewer)}
    group by m.source, m.target, m.origin, 7, 8, 9, 10
    order by 7 desc, 8 desc, times desc limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}
