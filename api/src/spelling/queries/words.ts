import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { asc } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage, matches } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { getStudio } from '../../studios/queries.ts'
import type { StoredWord } from '../rules/present.ts'

const from = sql`studio_word sw`
const columns = sql`
  sw.id as "_id", sw.studio_id as studio, sw.language, sw.word, seconds(sw.created_at) as created`

/** Throws 404 if the viewer cannot see the studio. */
export async function listWords(
  db: Db,
  viewer: Viewer,
  studio: string,
  range: Range,
  { q, language }: { q?: string; language?: string },
): Promise<Page<StoredWord>> {
  const { _id } = await getStudio(db, viewer, studio)
  return listPage(db, range, {
    columns,
    from,
    key: sql`sw.id`,
    where: allOf(
      sql`sw.studio_id = ${_id}`,
      q ? matches(sql`fold(sw.word)`, q) : sql`true`,
      language ? sql`sw.language = ${language}` : sql`true`,
    ),
    order: asc(sql`lower(sw.word)`, sql`sw.language`, sql`sw.id`),
  })
}

export async function getWord(
  db: Db,
  viewer: Viewer,
  { studio, word }: { studio: string; word: string },
): Promise<StoredWord> {
  const { _id } = await getStudio(db, viewer, studio)
  const record = await findOne<StoredWord>(db, {
    columns,
    from,
    where: sql`sw.id = ${word} and sw.studio_id = ${_id}`,
  })
  if (!record) throw notFound('word')
  return record
}

export const lockWord = (tx: Tx, word: string) => lockRow(tx, 'studio_word', word)

/** The words that the spelling check accepts. */
export async function loadStudioWords(
  db: Db,
  { studio, language }: { studio: string; language: string },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from studio_word where studio_id = ${studio} and language = ${language}`.execute(db)
  return rows.map(({ word }) => word)
}

/**
 * What the check of a text about an asset accepts, in one statement: the words of the studio, and the
 * names and terms of the project in both languages, because many are kept. A script is in the
 * language of the terms, so those for all languages count.
 */
export async function loadAllowedWords(
  db: Db,
  {
    studio,
    asset,
    language,
    isSource = false,
  }: { studio: string; asset: string; language: string; isSource?: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from studio_word where studio_id = ${studio} and language = ${language}
    union all
    select unnest(array[t.source, t.target])
    from asset a join project_term t on t.studio_id = a.studio_id and t.project_id = a.project_id
    where a.id = ${asset} and (t.language in ('', ${language}) or ${isSource})`.execute(db)
  return rows.map(({ word }) => word)
}

export async function countWords(
  tx: Tx,
  { studio, language }: { studio: string; language: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from studio_word
    where studio_id = ${studio} and language = ${language}`.execute(tx)
  return rows[0]!.count
}
