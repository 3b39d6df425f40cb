import { sql, type RawBuilder } from 'kysely'
import { assetHasAddress } from '../access/queries/slugs.ts'
import { translationsOfTranslator } from '../access/queries/assigned.ts'
import {
  countedOwnRequests,
  skipDays,
  storedTotal,
  storedTotalByRequest,
} from '../access/queries/totals.ts'
import { mustAnswer, seesTranslation, type Viewer } from '../access/queries/visibility.ts'
import { UNANSWERED } from '../access/rules.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { isWholeList } from '../kernel/db/order.ts'
import { allOf, findOne, listLongPage, type WithinEach } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { conflict, notFound } from '../kernel/http/contract/problem.ts'
import { summaryJson } from '../users/queries.ts'
import { areEmbeddable, linesJson, type ResolveTextTrack } from '../lines/queries/lines.ts'
import { isOpen, type StoredTranslation } from './rules/translation.ts'

type Sql = RawBuilder<unknown>

export const translationFrom = sql`translation tr join work_request w on w.id = tr.work_request_id`
export const translationColumns = sql`
  tr.id as "_id", tr.studio_id as studio, tr.asset_id as asset,
  tr.work_request_id as "workRequest", tr.part, tr.language, tr.status, tr.reason,
  ${summaryJson(sql`tr.translator_id`, sql`tr.studio_id`)} as translator,
  tr.text_track_id as "textTrack", tr.script_revision as "scriptRevision", tr.remarks,
  exists (
    select from text_track_line l where l.text_track_id = tr.text_track_id
  ) as "hasLines",
  seconds(tr.created_at) as created`

export type TranslationFilter = {
  asset?: string
  workRequest?: string
  language?: string
  status?: string
  translator?: string
}

function totalOf(
  viewer: Viewer,
  { status, language, ...others }: TranslationFilter,
): Sql | undefined {
  if (Object.keys(others).length > 0) return undefined
  const matches = (row: { status: Sql; language: Sql }) =>
    allOf(
      status ? sql`${row.status} = any (${status.split(',')})` : sql`true`,
      language ? sql`${row.language} = ${language}` : sql`true`,
    )
  const counted = matches({ status: sql`c.status`, language: sql`c.type` })
  return (
    storedTotal(viewer, 'translation', counted) ??
    storedTotalByRequest(viewer, 'translation', {
      matches: counted,
      own: (isOwn) =>
        status || language
          ? // An array, because PostgreSQL looks up many ids faster than it joins as many rows.
            sql`select count(*) from translation tr
              where tr.work_request_id = any (array(select w.id from work_request w where ${isOwn}))
                and ${matches({ status: sql`tr.status`, language: sql`tr.language` })}`
          : sql`select coalesce(sum(w.total), 0)::bigint
              from ${countedOwnRequests(viewer, 'translations')} where ${isOwn}`,
    })
  )
}

/**
 * The index by status begins with the studio and has no incomplete translations, which are many. They
 * are found by walking the list.
 */
const walkStatuses = ({ seesAllOf }: Viewer, status: string | undefined): WithinEach | undefined =>
  seesAllOf && status
    ? {
        table: sql`(
          select st.id, one.status
          from studio st cross join unnest(${status.split(',')}::text[]) one (status)
          where ${seesAllOf(sql`st.id`)}) s`,
        conditions: [sql`tr.status <> 'incomplete'`, sql`tr.status = 'incomplete'`].map(
          (has) => sql`tr.studio_id = s.id and tr.status = s.status and ${has}`,
        ),
        alias: sql`tr`,
      }
    : undefined

export function listTranslations(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: TranslationFilter,
): Promise<Page<StoredTranslation>> {
  const ofTranslator = translationsOfTranslator(viewer)
  return listLongPage(db, range, {
    columns: translationColumns,
    from: translationFrom,
    list: viewer.seesAllOf ? sql`translation tr` : translationFrom,
    key: sql`tr.id`,
    total: totalOf(viewer, filter),
    withinEach: walkStatuses(viewer, filter.status),
    walksAll: filter.language !== undefined,
    skip: isWholeList(filter)
      ? skipDays(viewer.seesAllOf, 'translation', range, sql`tr.created_at`)
      : undefined,
    sees: seesTranslation(viewer),
    ...(ofTranslator && { ...ofTranslator, finds: sql`true` }),
    where: allOf(
      filter.asset
        ? sql`tr.asset_id in (select a.id from asset a where ${assetHasAddress(filter.asset)})`
        : sql`true`,
      filter.workRequest ? sql`tr.work_request_id = ${filter.workRequest}` : sql`true`,
      filter.language ? sql`tr.language = ${filter.language}` : sql`true`,
      filter.status ? sql`tr.status = any (${filter.status.split(',')})` : sql`true`,
      filter.translator
        ? sql`tr.translator_id = ${filter.translator === 'me' ? viewer.id : filter.translator}`
        : sql`true`,
    ),
    order: sql`tr.created_at desc, tr.id desc`,
  })
}

export async function getTranslation(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<StoredTranslation> {
  const found = await findOne<StoredTranslation>(db, {
    columns: translationColumns,
    from: translationFrom,
    where: sql`tr.id = ${id} and ${seesTranslation(viewer)}`,
  })
  if (!found) throw notFound('translation')
  return found
}

type LockState = Pick<StoredTranslation, 'textTrack' | 'asset' | 'language' | 'status'> & {
  sourceLanguage: string
  isUnanswered: boolean
}

/** Lines can be edited until the translation is submitted, by a vendor only after it accepted. */
export const resolveTranslationTrack: ResolveTextTrack = async (db, viewer, id) => {
  const found = await findOne<LockState>(db, {
    columns: sql`tr.text_track_id as "textTrack", tr.asset_id as asset, tr.language, tr.status,
      coalesce((
        select sc.language from script sc
        where sc.asset_id = tr.asset_id and sc.part = coalesce(tr.part, 'dialogue')
      ), '') as "sourceLanguage",
      ${mustAnswer(viewer)} as "isUnanswered"`,
    from: translationFrom,
    where: sql`tr.id = ${id} and ${seesTranslation(viewer)}`,
  })
  if (!found) throw notFound('translation')
  const { isUnanswered, status, ...track } = found
  const unanswered = isUnanswered ? conflict('assignment.unanswered', UNANSWERED.why) : null
  const locked = isOpen({ status })
    ? unanswered
    : conflict('translation.locked', `The translation is ${status}, so its lines are locked.`)
  return { ...track, locked }
}

export type TranslatedScript = { textTrack: string; revision: number; language: string }

/** The script that is translated. Additional translations follow the dialogue script. */
export async function findScript(
  db: Db,
  { asset, part }: Pick<StoredTranslation, 'asset' | 'part'>,
): Promise<TranslatedScript | undefined> {
  const { rows } = await sql<TranslatedScript>`
    select sc.text_track_id as "textTrack", t.revision, sc.language
    from script sc join text_track t on t.id = sc.text_track_id
    where sc.asset_id = ${asset} and sc.part = ${part ?? 'dialogue'}`.execute(db)
  return rows[0]
}

/** Locks the lines too, so that none changes while the translation is submitted. */
export const lockTranslation = (tx: Tx, id: string) =>
  sql`
    select from translation tr join text_track t on t.id = tr.text_track_id
    where tr.id = ${id} for update`.execute(tx)

/**
 * One of the two translations of `work_request w`. Lists omit the lines, which can be many. Lines
 * that the viewer cannot see are omitted too. Instead of very many lines, the record says which they
 * are, and only replies contain them.
 */
export const translationJson = (
  viewer: Viewer,
  part: 'dialogue' | 'graphics',
  withLines: boolean,
): RawBuilder<unknown> => {
  const lines = withLines
    ? sql`case when size.embeddable then ${linesJson(sql`tr.text_track_id`)} else '[]' end`
    : sql`'[]'::json`
  const embeddable = withLines
    ? sql`case when ${seesTranslation(viewer)} then ${areEmbeddable(sql`tr.text_track_id`)} end`
    : sql`null::boolean`
  return sql`(
    select json_build_object(
      '_id', tr.id, 'asset', tr.asset_id, 'workRequest', tr.work_request_id,
      'language', tr.language, 'status', tr.status,
      'translator', ${summaryJson(sql`tr.translator_id`, sql`tr.studio_id`)},
      'created', seconds(tr.created_at), 'lines', ${lines},
      'manyLines', case when not size.embeddable then (
        select json_build_object('textTrack', t.id, 'revision', t.revision)
        from text_track t where t.id = tr.text_track_id
      ) end
    )
    from translation tr cross join lateral (select ${embeddable} as embeddable) size
    where tr.work_request_id = w.id and tr.part = ${part}
  )`
}
