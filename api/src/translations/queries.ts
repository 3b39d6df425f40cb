import { assetHasAddress } from '../access/queries/slugs.ts'
import { owesAnswer, seesTranslation, type Viewer } from '../access/queries/visibility.ts'
import { UNANSWERED } from '../access/rules.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { studioOfRow } from '../kernel/db/lock-row.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, checkEach, findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import { MAX_CHECKED, MAX_COUNTED, type Page, type Range } from '../kernel/http/contract/range.ts'
import { conflict, notFound } from '../kernel/http/contract/problem.ts'
import { summaryJson } from '../users/queries.ts'
import type { ResolveTextTrack } from '../lines/queries/lines.ts'
import { isOpen, type StoredTranslation } from './rules/translation.ts'

export const translationFrom = sql`translation tr
  join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id`
export const translationColumns = sql`
  tr.id as "_id", tr.studio_id as studio, tr.asset_id as asset,
  tr.work_request_id as "workRequest", tr.part, tr.language, tr.status, tr.reason,
  ${summaryJson(sql`tr.translator_id`, sql`tr.studio_id`)} as translator,
  tr.text_track_id as "textTrack", tr.script_revision as "scriptRevision", tr.remarks,
  exists (
    select from text_track_line l
      where l.studio_id = tr.studio_id and l.text_track_id = tr.text_track_id
  ) as "hasLines",
  seconds(tr.created_at) as created`

export type TranslationFilter = {
  asset?: string
  workRequest?: string
  language?: string
  status?: string
  translator?: string
}

export function listTranslations(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: TranslationFilter,
): Promise<Page<StoredTranslation>> {
  return listPage(db, range, {
    columns: translationColumns,
    records: translationFrom,
    from: viewer.seesAllOf || viewer.seesFewRequests ? translationFrom : sql`translation tr`,
    key: sql`tr.id`,
    sees:
      viewer.seesAllOf || viewer.seesFewRequests
        ? seesTranslation(viewer)
        : allOf(
            viewer.isIn(sql`tr.studio_id`),
            checkEach(
              sql`work_request w`,
              allOf(sql`w.id = tr.work_request_id`, seesTranslation(viewer)),
            ),
          ),
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
    order: desc(sql`tr.created_at`, sql`tr.id`),
    countTo: viewer.seesAllOf ? MAX_COUNTED : MAX_CHECKED,
  })
}

export async function getTranslation(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<StoredTranslation> {
  const translation = await findOne<StoredTranslation>(db, {
    columns: translationColumns,
    from: translationFrom,
    where: sql`tr.id = ${id} and ${seesTranslation(viewer)}`,
  })
  if (!translation) throw notFound('translation')
  return translation
}

type LockState = Pick<StoredTranslation, 'textTrack' | 'asset' | 'language' | 'status'> & {
  sourceLanguage: string
  isUnanswered: boolean
}

/** Lines can be edited until the translation is submitted, by a vendor only after it accepted. */
export const resolveTranslationTrack: ResolveTextTrack = async (db, viewer, id) => {
  const lockState = await findOne<LockState>(db, {
    columns: sql`tr.text_track_id as "textTrack", tr.asset_id as asset, tr.language, tr.status,
      coalesce((
        select sc.language from script sc
        where sc.studio_id = tr.studio_id and sc.asset_id = tr.asset_id
          and sc.part = coalesce(tr.part, 'dialogue')
      ), '') as "sourceLanguage",
      ${owesAnswer(viewer)} as "isUnanswered"`,
    from: translationFrom,
    where: sql`tr.id = ${id} and ${seesTranslation(viewer)}`,
  })
  if (!lockState) throw notFound('translation')
  const { isUnanswered, status, ...track } = lockState
  const unanswered = isUnanswered ? conflict('assignment.not-accepted', UNANSWERED.detail) : null
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
    from script sc join text_track t on t.studio_id = sc.studio_id and t.id = sc.text_track_id
    where sc.asset_id = ${asset} and sc.part = ${part ?? 'dialogue'}`.execute(db)
  return rows[0]
}

/** Locks the lines too, so that none changes while the translation is submitted. */
export async function lockTranslation(tx: Tx, id: string): Promise<void> {
  const studio = await studioOfRow(tx, 'translation', id)
  await sql`
    select from translation tr
      join text_track t on t.studio_id = tr.studio_id and t.id = tr.text_track_id
    where tr.studio_id = ${studio} and tr.id = ${id} for update`.execute(tx)
}
