import { findIdsByText } from '../access/queries/search.ts'
import { seesStudio, viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { between } from '../kernel/db/between.ts'
import type { Db } from '../kernel/db/connect.ts'
import { hideStudios } from '../kernel/audit/hide-studios.ts'
import { listHeads } from '../kernel/audit/heads.ts'
import { verifyAudit } from '../kernel/audit/verify.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, listPage, matches } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { MAX_CHECKED, type Page, type Range } from '../kernel/http/contract/range.ts'
import type { AuditEntry, AuditFilter, Verdict } from './contract.ts'

export type StoredEntry = Omit<AuditEntry, 'summary'>

export async function listAudit(
  db: Db,
  reader: Caller,
  range: Range,
  filter: AuditFilter,
): Promise<Page<StoredEntry>> {
  const textMatches = filter.q ? await findIdsByText(db, ['audit'], filter.q) : undefined
  const page = await listPage<StoredEntry>(db, range, {
    columns: sql`a.id as "_id", seconds(a.at) as at, case
      when a.by_id is not null then json_build_object('_id', a.by_id, 'name', a.by_name) end as by,
      a.action as act,
      json_build_object('kind', a.about_kind, '_id', a.about_id, 'name', a.about_name) as about,
        ${studiosFor(reader)} as studios, ${inputFor(reader)} as asked, a.request, a.address, a.outcome,
        exists (select from audit_link l where l.number = a.number) as sealed`,
    from: sql`audit a`,
    sees: await inSight(db, reader),
    where: allOf(hasText(filter.q, textMatches?.audit), ...chosen(reader, filter)),
    order: desc(sql`a.number`),
    countTo: MAX_CHECKED,
    countsInOrder: true,
    key: sql`a.id`,
  })
  return reader.isAdmin
    ? page
    : { ...page, items: page.items.map((entry) => seenBy(reader, entry)) }
}

/** In the names of the record and the person, or in the action. */
const hasText = (q: string | undefined, ids: string[] | undefined) =>
  ids ? sql`a.id = any (${ids}::text[])` : q ? matches(sql`a.search`, q) : sql`true`

/** The id of a studio that the reader sees. */
const chosenStudio = (reader: Caller, studio: string) => sql`
  select id from studio
  where ${studio} in (id, slug) and ${seesStudio(viewerOf(reader), sql`id`)}`

const seenBy = ({ studios }: Caller, entry: StoredEntry): StoredEntry => ({
  ...entry,
  asked: hideStudios(entry.asked, (studio) => !studios.includes(studio)),
})

/** The heads of the chains that the reader may see. */
export const listVisibleHeads = (db: Db, reader: Caller) =>
  listHeads(db, reader.isAdmin ? sql`true` : sql`named.chain = any (${reader.studios})`)

export async function getVerdict(db: Db, head: string | undefined): Promise<Verdict> {
  const { chains, broken, ...counts } = await verifyAudit(db)
  const { rows } = await sql<Pick<Verdict, 'head' | 'stands'>>`
    select (select hash from audit_link order by number desc, chain limit 1) as head,
      case when ${head ?? null}::text is not null
        then exists (select from audit_link where hash = ${head ?? null})
          or exists (select from audit_checkpoint where hash = ${head ?? null})
      end as stands`.execute(db)
  const [first] = broken
  return {
    ...counts,
    ...rows[0]!,
    seals: chains.reduce((sum, { position }) => sum + position, 0),
    chains,
    broken: first
      ? { ...first, at: first.at === null ? null : Math.floor(Date.parse(first.at) / 1000) }
      : null,
  }
}

const NEWEST = 1_000
const MANY_OF_NEWEST = 20

/**
 * Actions on the installation are visible to admins only. The index of studios finds few entries, but
 * would read all of a large studio to sort them: `coalesce` hides the condition from it.
 */
async function inSight(db: Db, reader: Caller): Promise<Sql> {
  if (reader.isAdmin) return sql`true`
  const { rows } = await sql<{ isLarge: boolean }>`
    select count(*) >= ${sql.lit(MANY_OF_NEWEST)} as "isLarge" from (
      select studios from audit order by number desc limit ${sql.lit(NEWEST)}) newest
    where studios && ${reader.studios}::text[]`.execute(db)
  return rows[0]!.isLarge
    ? sql`coalesce(a.studios && ${reader.studios}::text[], false)`
    : sql`a.studios && ${reader.studios}::text[]`
}

/** Hides studios that the reader does not share with the actor. */
const studiosFor = (reader: Caller) =>
  reader.isAdmin
    ? sql`a.studios`
    : sql`array(select studio from unnest(a.studios) studio where studio = any (${reader.studios}))`

/** Hides the roles of a person in studios that the reader does not have. */
const inputFor = (reader: Caller) =>
  reader.isAdmin
    ? sql`a.input`
    : sql`case when jsonb_typeof(a.input -> 'memberships') = 'array' then jsonb_set(
        a.input, '{memberships}', (
          select coalesce(jsonb_agg(membership), '[]')
          from jsonb_array_elements(a.input -> 'memberships') membership
          where coalesce(membership -> 'studio' ->> '_id', membership ->> 'studio')
            = any (${reader.studios})))
      else a.input end`

const chosen = (
  reader: Caller,
  { who, act, kind, about, studio, created, outcome }: AuditFilter,
): Sql[] => [
  who
    ? sql`a.by_id = ${who} or a.by_id = (select id from person_summary where email = lower(${who}))`
    : sql`true`,
  act ? sql`starts_with(a.action, ${act})` : sql`true`,
  kind ? sql`a.about_kind = any (${kind.split(',')})` : sql`true`,
  about ? sql`a.about_id = ${about}` : sql`true`,
  studio ? sql`a.studios && array(${chosenStudio(reader, studio)})` : sql`true`,
  created ? between(sql`a.at`, created, reader.tz ?? 'UTC') : sql`true`,
  outcome ? sql`a.outcome = ${outcome}` : sql`true`,
]
