import {
  seesAsset,
  seesFile,
  seesTranslation,
  seesVendor,
  seesWorkRequest,
  type Viewer,
} from '../access/queries/visibility.ts'
import { isIndexable, someIdsByText } from '../access/queries/search.ts'
import type { Db } from '../kernel/db/connect.ts'
import { allOf, matches, matchesIdOrSlug, patternOf } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { offlineFrom, seesOffline } from '../offlines/queries/offlines.ts'
import type { SearchHit } from './contract.ts'
import { indexedWord, isPlace, parseWords, type SearchTerritory, type SearchWord } from './rules.ts'

const HITS_PER_KIND = 5
/** A word with more hits is too common to be worth more. */
const MAX_IDS = 2_000

/** Two statements: the ids that an index finds, and those of them that the viewer can see. */
export async function searchRecords(db: Db, viewer: Viewer, q: string): Promise<SearchHit[]> {
  const words = parseWords(q, await loadTerritories(db))
  const word = indexedWord(words)
  if (!word || !(isIndexable(word.text) || isPlace(word))) return []
  const ids = idsOf(word.text)
  const hits = isIndexable(word.text)
    ? [assetHits, requestHits, fileHits, lineHits, commentHits]
    : [requestHits]
  const parts = hits.map((select) => select(viewer, words))
  const { rows } = await sql<{ hits: SearchHit[] }>`
    with ${ids}
    select coalesce(json_agg(hit), '[]') as hits
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) hit`.execute(db)
  return rows[0]!.hits
}

async function loadTerritories(db: Db): Promise<SearchTerritory[]> {
  const { rows } = await sql<SearchTerritory>`
    select code, name, languages from territory`.execute(db)
  return rows
}

const INDEXES = ['project', 'text_track_line', 'work_request_comment', 'offline_comment'] as const
/** Tables in which a word can be common. */
const LARGE = ['asset', 'file', 'work_request'] as const

/** Tables with the ids that each index finds. PostgreSQL evaluates those that are read. */
const idsOf = (text: string): Sql =>
  sql.join([
    ...INDEXES.map((table) =>
      idsIn(
        table,
        sql`select ${sql.raw(`search_${table}s`)}(${patternOf(text)}) limit ${sql.lit(MAX_IDS)}`,
      ),
    ),
    ...LARGE.map((table) => idsIn(table, someIdsByText(table, text, MAX_IDS))),
  ])
const idsIn = (table: string, ids: Sql): Sql =>
  sql`${sql.raw(`matching_${table}s`)} (id) as materialized (${ids})`
const matchingIds = (table: (typeof INDEXES | typeof LARGE)[number]): Sql =>
  sql`(select id from ${sql.raw(`matching_${table}s`)})`

/** Every word is in one of the folded texts. */
const hasWords = (words: readonly SearchWord[], ...texts: Sql[]): Sql =>
  allOf(
    ...words.map(({ text }) =>
      sql.join(
        texts.map((folded) => matches(folded, text)),
        sql` or `,
      ),
    ),
  )

/** Whether the search is the id or the slug of a record. */
const isAddress = ([word, ...others]: readonly SearchWord[], ...columns: Sql[]): Sql =>
  word && others.length === 0 ? matchesIdOrSlug(word.text, ...columns) : sql`false`

const projectOf = (id: Sql) => sql`(select named.name from project named where named.id = ${id})`
const foldedProjectOf = (id: Sql) =>
  sql`(select named.name_folded from project named where named.id = ${id})`

const hitColumns = ({
  kind,
  id,
  name,
  context,
  request = sql`null::text`,
  offline = sql`null::text`,
  language = sql`null::text`,
  territory = sql`null::text`,
  status = sql`null::text`,
  start = sql`null::int`,
  part = sql`null::text`,
}: { kind: SearchHit['kind'] } & Record<'id' | 'name' | 'context', Sql> &
  Partial<
    Record<'request' | 'offline' | 'language' | 'territory' | 'status' | 'start' | 'part', Sql>
  >) => sql`
  ${sql.lit(kind)} as kind, ${id} as "_id", ${name} as name, ${context} as context,
  a.slug as asset, ${request} as "workRequest", ${offline} as offline, ${language} as language,
  ${territory} as territory, ${status} as status, ${start} as start,
  ${part} as part`

function assetHits(viewer: Viewer, words: readonly SearchWord[]): Sql {
  return sql`
    select ${hitColumns({
      kind: 'asset',
      id: sql`a.id`,
      name: sql`a.name`,
      context: projectOf(sql`a.project_id`),
    })}
    from asset a
    where a.archived_at is null and (
        (a.id in ${matchingIds('asset')} or a.project_id in ${matchingIds('project')})
          and ${hasWords(words, sql`a.name_folded`, foldedProjectOf(sql`a.project_id`))}
        or ${isAddress(words, sql`a.id`, sql`a.slug`)})
      and ${seesAsset(viewer)}
    order by a.created_at desc, a.id limit ${HITS_PER_KIND}`
}

/** Each word is in a name or the instructions, or names the language or the territory. */
function requestHits(viewer: Viewer, words: readonly SearchWord[]): Sql {
  const isNamed = (word: SearchWord) => sql`(
    w.language = any (${word.languages}::text[]) or w.territory = any (${word.territories}::text[])
    or ${matches(sql`a.name_folded`, word.text)}
    or ${matches(foldedProjectOf(sql`w.project_id`), word.text)}
    or ${matches(sql`w.instructions_folded`, word.text)})`
  const isFound = words.every(isPlace)
    ? sql`true`
    : // As arrays, because PostgreSQL takes an index for each of them, and none for sub-selects.
      sql`(w.asset_id = any (array${matchingIds('asset')})
        or w.project_id = any (array${matchingIds('project')})
        or w.id = any (array${matchingIds('work_request')}))`
  return sql`
    select ${hitColumns({
      kind: 'workrequest',
      id: sql`w.id`,
      name: sql`a.name`,
      context: projectOf(sql`w.project_id`),
      request: sql`w.id`,
      language: sql`w.language`,
      territory: sql`w.territory`,
      status: sql`w.status`,
    })}
    from work_request w join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
    where (${isFound} and ${allOf(...words.map(isNamed))} or ${isAddress(words, sql`w.id`)})
      and ${seesWorkRequest(viewer)}
    order by w.status in ('complete', 'cancelled'), w.created_at desc, w.id limit ${HITS_PER_KIND}`
}

function fileHits(viewer: Viewer, words: readonly SearchWord[]): Sql {
  return sql`
    select ${hitColumns({
      kind: 'file',
      id: sql`f.id`,
      name: sql`f.name`,
      context: sql`a.name`,
    })}
    from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id in ${matchingIds('file')} and ${hasWords(words, sql`f.name_folded`)}
      and ${seesFile(viewer)}
    order by f.created_at desc, f.id limit ${HITS_PER_KIND}`
}

/** Lines of scripts and of translations. */
function lineHits(viewer: Viewer, words: readonly SearchWord[]): Sql {
  const isFound = sql`l.id in ${matchingIds('text_track_line')} and ${hasWords(words, sql`fold(l.text)`)}`
  const columns = (of: { request?: Sql; language: Sql; part: Sql }) =>
    hitColumns({
      kind: 'line',
      id: sql`l.id`,
      name: sql`l.text`,
      context: sql`a.name`,
      start: sql`l.start_ms`,
      ...of,
    })
  return sql`
    select * from (
      select ${columns({ language: sql`sc.language`, part: sql`sc.part` })}
      from text_track_line l
      join script sc on sc.studio_id = l.studio_id and sc.text_track_id = l.text_track_id
      join asset a on a.studio_id = sc.studio_id and a.id = sc.asset_id
      where ${isFound} and a.archived_at is null and ${seesAsset(viewer)}
      union all
      select ${columns({ request: sql`w.id`, language: sql`tr.language`, part: sql`tr.part` })}
      from text_track_line l
      join translation tr on tr.studio_id = l.studio_id and tr.text_track_id = l.text_track_id
      join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
      join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
      where ${isFound} and ${seesTranslation(viewer)}) lines
    order by context, start, "_id" limit ${HITS_PER_KIND}`
}

function commentHits(viewer: Viewer, words: readonly SearchWord[]): Sql {
  const columns = (offline?: Sql) =>
    hitColumns({
      kind: 'comment',
      id: sql`c.id`,
      name: sql`c.text`,
      context: sql`a.name`,
      request: sql`w.id`,
      language: sql`w.language`,
      territory: sql`w.territory`,
      ...(offline && { offline }),
    })
  const hasText = hasWords(words, sql`fold(c.text)`)
  return sql`
    select kind, "_id", name, context, asset, "workRequest", offline, language, territory, status,
      start, part
    from (
      select ${columns()}, c.created_at
      from work_request_comment c
      join work_request w on w.studio_id = c.studio_id and w.id = c.work_request_id
      join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
      where c.id in ${matchingIds('work_request_comment')} and c.removed_at is null and ${hasText}
        and ${seesWorkRequest(viewer)}
        and ${seesVendor(viewer, sql`c.studio_id`, sql`c.vendor_id`)}
      union all
      select ${columns(sql`o.id`)}, c.created_at
      from offline_comment c join (${offlineFrom}) on o.id = c.offline_id
      where c.id in ${matchingIds('offline_comment')} and c.removed_at is null and ${hasText}
        and ${seesOffline(viewer)}) comments
    order by created_at desc, "_id" limit ${HITS_PER_KIND}`
}
