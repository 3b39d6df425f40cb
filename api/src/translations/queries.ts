import { sql, type RawBuilder } from 'kysely'
import { seesTranslation, type Viewer } from '../access/queries/sight.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { all, one, page } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/range.ts'
import { notFound } from '../kernel/problem.ts'
import { summaryJson } from '../users/queries.ts'
import type { Line } from './contract.ts'
import type { StoredTranslation } from './rules/translation.ts'

const from = sql`translation tr join work_request w on w.id = tr.work_request_id`
const columns = sql`
  tr.id as "_id", tr.studio_id as studio, tr.asset_id as asset, tr.work_request_id as "workRequest", tr.part, tr.language, tr.status, tr.reason,
  ${summaryJson(sql`tr.translator_id`, sql`tr.studio_id`)} as translator, jsonb_array_length(tr.lines) as "lineCount", seconds(tr.created_at) as created`

export type TranslationFilter = { asset?: string; workRequest?: string; language?: string; status?: string; translator?: string }

export function listTranslations(db: Db, viewer: Viewer, range: Range, asked: TranslationFilter): Promise<Page<StoredTranslation>> {
  return page(db, range, {
    columns, from, key: sql`tr.id`,
    where: all(
      seesTranslation(viewer),
      asked.asset ? sql`tr.asset_id in (select id from asset where ${asked.asset} in (id, slug))` : sql`true`,
      asked.workRequest ? sql`tr.work_request_id = ${asked.workRequest}` : sql`true`,
      asked.language ? sql`tr.language = ${asked.language}` : sql`true`,
      asked.status ? sql`tr.status = ${asked.status}` : sql`true`,
      asked.translator ? sql`tr.translator_id = ${asked.translator === 'me' ? viewer.id : asked.translator}` : sql`true`,
    ),
    order: sql`tr.created_at desc, tr.id desc`,
  })
}

export async function getTranslation(db: Db, viewer: Viewer, id: string): Promise<StoredTranslation> {
  const found = await one<StoredTranslation>(db, { columns, from, where: sql`tr.id = ${id} and ${seesTranslation(viewer)}` })
  if (!found) throw notFound('translation')
  return found
}

export async function getLines(db: Db, viewer: Viewer, id: string): Promise<Line[]> {
  const found = await one<{ lines: Line[] }>(db, { columns: sql`tr.lines`, from, where: sql`tr.id = ${id} and ${seesTranslation(viewer)}` })
  if (!found) throw notFound('translation')
  return found.lines
}

export const lockTranslation = (tx: Tx, id: string) => sql`select from translation where id = ${id} for update`.execute(tx)

/** One of a request's two translations, over `work_request w`. Lists leave the lines out: they can be long. So does what is another translator's. */
export const translationJson = (viewer: Viewer, part: 'dialogue' | 'graphics', withLines: boolean): RawBuilder<unknown> => {
  const lines = (column: RawBuilder<unknown>) => (withLines ? sql`case when ${seesTranslation(viewer)} then ${column} else '[]' end` : sql`'[]'::jsonb`)
  return sql`(
  select json_build_object('_id', tr.id, 'asset', tr.asset_id, 'workRequest', tr.work_request_id, 'language', tr.language, 'status', tr.status,
    'translator', ${summaryJson(sql`tr.translator_id`, sql`tr.studio_id`)}, 'created', seconds(tr.created_at),
    'lines', ${lines(sql`tr.lines`)}, 'printLines', ${lines(sql`tr.print_lines`)})
  from translation tr where tr.work_request_id = w.id and tr.part = ${part})`
}
