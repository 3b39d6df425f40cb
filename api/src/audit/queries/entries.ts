import { findIdsByText } from '../../access/queries/search.ts'
import { seesStudio, viewerOf } from '../../access/queries/visibility.ts'
import { hideStudios } from '../../kernel/audit/hide-studios.ts'
import { between } from '../../kernel/db/between.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, listPage, matches } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { MAX_CHECKED, type Page, type Range } from '../../kernel/http/contract/range.ts'
import type { AuditEntry, AuditFilter } from '../contract.ts'

export type StoredEntry = Omit<AuditEntry, 'summary'>

export async function listAudit(
  db: Db,
  reader: Caller,
  range: Range,
  filter: AuditFilter,
): Promise<Page<StoredEntry>> {
  const page = await listPage<StoredEntry>(db, range, {
    columns: sql`a.id as "_id", seconds(a.at) as at, case
      when a.by_id is not null then json_build_object('_id', a.by_id, 'name', a.by_name) end as by,
      a.action as act,
      json_build_object('kind', a.about_kind, '_id', a.about_id, 'name', a.about_name) as about,
      a.studios, a.input as asked, a.request, a.address, a.outcome,
      exists (select from audit_link l where l.number = a.number) as sealed`,
    from: sql`audit a`,
    sees: await visibleTo(db, reader),
    where: allOf(await textCondition(db, filter.q), ...filterConditions(reader, filter)),
    order: desc(sql`a.number`),
    countTo: MAX_CHECKED,
    countsInOrder: true,
    key: sql`a.id`,
  })
  return reader.isAdmin ? page : { ...page, items: page.items.map((entry) => mask(entry, reader)) }
}

/** Only admins see actions on the installation, which are of no studio. */
async function visibleTo(db: Db, reader: Caller): Promise<Sql> {
  if (reader.isAdmin) return sql`true`
  const isOfReader = sql`a.studios && ${reader.studios}::text[]`
  return (await areNewestOften(db, reader)) ? scanInOrder(isOfReader) : isOfReader
}

const NEWEST = 1_000
/** With so many matches, a page is full after few entries. */
const MANY_OF_NEWEST = 20

/** Whether many of the newest entries are of the reader's studios. */
async function areNewestOften(db: Db, { studios }: Caller): Promise<boolean> {
  const { rows } = await sql<{ isOften: boolean }>`
    select count(*) >= ${sql.lit(MANY_OF_NEWEST)} as "isOften" from (
      select studios from audit order by number desc limit ${sql.lit(NEWEST)}) newest
    where studios && ${studios}::text[]`.execute(db)
  return rows[0]!.isOften
}

/**
 * PostgreSQL cannot use the index `audit_of_studio` for this expression, so it reads the newest entries
 * first. With the index it would read and sort all entries of a large studio for one page.
 */
const scanInOrder = (condition: Sql): Sql => sql`coalesce(${condition}, false)`

/** The text is in the name of the record or of the person, or in the action. */
async function textCondition(db: Db, text: string | undefined): Promise<Sql> {
  if (!text) return sql`true`
  const ids = await findIdsByText(db, ['audit'], text)
  // No ids: the text is too short for the index, or in too many entries.
  return ids ? sql`a.id = any (${ids.audit}::text[])` : matches(sql`a.search`, text)
}

const filterConditions = (
  reader: Caller,
  { who, act, kind, about, studio, created, outcome }: AuditFilter,
): Sql[] => [
  who
    ? sql`a.by_id = ${who} or a.by_id = (select id from person_summary where email = lower(${who}))`
    : sql`true`,
  act ? sql`starts_with(a.action, ${act})` : sql`true`,
  kind ? sql`a.about_kind = any (${kind.split(',')})` : sql`true`,
  about ? sql`a.about_id = ${about}` : sql`true`,
  studio ? sql`a.studios && array(${visibleStudio(reader, studio)})` : sql`true`,
  created ? between(sql`a.at`, created, reader.tz ?? 'UTC') : sql`true`,
  outcome ? sql`a.outcome = ${outcome}` : sql`true`,
]

const visibleStudio = (reader: Caller, idOrSlug: string) => sql`
  select id from studio
  where ${idOrSlug} in (id, slug) and ${seesStudio(viewerOf(reader), sql`id`)}`

/** Hides the studios of the actor, and of a person in the input, that the reader is not in. */
const mask = (entry: StoredEntry, { studios }: Caller): StoredEntry => ({
  ...entry,
  studios: entry.studios.filter((studio) => studios.includes(studio)),
  asked: hideStudios(entry.asked, (studio) => !studios.includes(studio)),
})
