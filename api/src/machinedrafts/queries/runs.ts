import { callerColumns, withoutRequest } from '../../access/queries/visibility.ts'
import { callerFrom, type StoredCaller } from '../../access/rules.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { desc, sqlOrder } from '../../kernel/db/order.ts'
import { findOne, listPage } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { summaryJson } from '../../users/queries.ts'
import type { StoredDraftRun } from '../rules/present.ts'

const MAX_RUNS = 10

const from = sql`draft_run r
  left join translation tr on tr.studio_id = r.studio_id and tr.text_track_id = r.text_track_id
  left join script sc on sc.studio_id = r.studio_id and sc.text_track_id = r.text_track_id`
const columns = sql`r.id as "_id", r.studio_id as studio, r.task, r.kind, r.host, r.status,
  ${summaryJson(sql`r.person_id`, sql`r.studio_id`)} as "user", tr.id as translation,
  sc.id as script, r.total,
  r.from_memory as "fromMemory", r.from_glossary as "fromGlossary",
  r.from_provider as "fromProvider", r.skipped, r.requests, r.characters::float8 as characters, r.seconds,
  r.tokens::float8 as tokens, r.reason, seconds(r.created_at) as created,
  seconds(r.finished_at) as finished`
const order = desc(sql`r.created_at`, sql`r.id`)

/** The caller has to see the studio: callers look it up first. */
export const listDraftRuns = (
  db: Db,
  studio: string,
  range: Range,
): Promise<Page<StoredDraftRun>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`r.studio_id = ${studio}`,
    order,
    key: sql`r.id`,
  })

/** The newest runs over a text track that the caller can see. */
export async function findNewestRuns(db: Db, textTrack: string): Promise<StoredDraftRun[]> {
  const { rows } = await sql<StoredDraftRun>`
    select ${columns} from ${from} where r.text_track_id = ${textTrack}
    order by ${sqlOrder(order)} limit ${MAX_RUNS}`.execute(db)
  return rows
}

const findRunWhere = (db: Db, where: Sql) => findOne<StoredDraftRun>(db, { columns, from, where })
export const findRun = (db: Db, id: string) => findRunWhere(db, sql`r.id = ${id}`)
export const findActiveRun = (db: Db, textTrack: string) =>
  findRunWhere(db, sql`r.text_track_id = ${textTrack} and r.status in ('waiting', 'running')`)

/**
 * Whether a file of the asset is under embargo. Asked of all files, also those that the caller does
 * not see, so it needs the handle of the system.
 */
export async function hasEmbargoedFile(system: Db, asset: string): Promise<boolean> {
  const { rows } = await sql<{ isEmbargoed: boolean }>`
    select exists (
      select from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      where a.id = ${asset} and f.removed_at is null
        and embargoed(f.embargo_end, f.embargo_event, a.terminal)) as "isEmbargoed"`.execute(system)
  return rows[0]!.isEmbargoed
}

/** The person as a caller, with the rights that they have now. */
export async function findCaller(system: Db, person: string): Promise<Caller | undefined> {
  const { rows } = await sql<StoredCaller>`
    select ${callerColumns}, ${withoutRequest}
    from viewer where viewer.id = ${person}`.execute(system)
  return rows[0] && callerFrom(rows[0])
}
