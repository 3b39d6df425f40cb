import { sql, type RawBuilder } from 'kysely'
import { findIdsByText } from '../access/queries/search.ts'
import { NEAR, startOf, sumOfCounts } from '../access/queries/totals.ts'
import { seesStudio, viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { between, parseSpan } from '../kernel/db/between.ts'
import type { Db } from '../kernel/db/connect.ts'
import { hideStudios } from '../kernel/audit/hide-studios.ts'
import { listHeads } from '../kernel/audit/heads.ts'
import { verifyAudit } from '../kernel/audit/verify.ts'
import {
  allOf,
  listLongPage,
  matches,
  patternOf,
  type LongList,
  type Skip,
} from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { AuditEntry, AuditFilter, Verdict } from './contract.ts'

export type StoredEntry = Omit<AuditEntry, 'summary'>

export async function listAudit(
  db: Db,
  reader: Caller,
  range: Range,
  filter: AuditFilter,
): Promise<Page<StoredEntry>> {
  const found = filter.q
    ? await findIdsByText(db, ['audit'], filter.q, isCommon(reader, filter.q))
    : undefined
  const page = await listLongPage<StoredEntry>(db, range, {
    columns: sql`a.id as "_id", seconds(a.at) as at, case
      when a.by_id is not null then json_build_object('_id', a.by_id, 'name', a.by_name) end as by,
      a.act,
      json_build_object('kind', a.about_kind, '_id', a.about_id, 'name', a.about_name) as about,
        ${studiosFor(reader)} as studios, ${inputFor(reader)} as asked, a.request, a.address, a.outcome,
        exists (select from audit_link l where l.number = a.number) as sealed`,
    from: sql`audit a`,
    list: sql`audit a`,
    sees: inSight(reader),
    where: allOf(hasText(filter.q, found?.audit), ...chosen(reader, filter)),
    order: sql`a.number desc`,
    key: sql`a.id`,
    plansForValues: Object.keys(filter).length > 0,
    parts: partsOf(reader, range, filter),
    ...countsFor(reader, range, filter, found !== undefined),
  })
  return reader.isAdmin
    ? page
    : { ...page, items: page.items.map((entry) => seenBy(reader, entry)) }
}

/** In the names of the record and the person, or in the action. */
const hasText = (q: string | undefined, ids: string[] | undefined) =>
  ids ? sql`a.id = any (${ids}::text[])` : q ? matches(sql`a.search`, q) : sql`true`

/**
 * The studio whose entries the reader asks for, or '' for those of all studios, for stored counts.
 * Undefined for people of several studios: an entry of two studios counts for both, so the counts of
 * two studios are no total.
 */
function scopeOf(reader: Caller, studio?: string): RawBuilder<unknown> | undefined {
  if (studio) return sql`(${chosenStudio(reader, studio)} limit 1)`
  if (reader.isAdmin) return sql`''`
  return reader.studios.length === 1 ? sql`${reader.studios[0]}` : undefined
}

function isCommon(reader: Caller, q: string): RawBuilder<unknown> | undefined {
  const scope = scopeOf(reader)
  return scope && sql`is_common_in_audit(${patternOf(q)}, ${scope})`
}

function countsFor(
  reader: Caller,
  range: Range,
  { q, studio, ...filter }: AuditFilter,
  isRare: boolean,
): { total: RawBuilder<unknown> | undefined; skip?: Skip } {
  const scope = scopeOf(reader, studio)
  const isFiltered = Object.keys(filter).length > 0
  if (!scope || isRare || (q && (studio || isFiltered))) return { total: undefined }
  if (q) return { total: sql`count_audit_search(${patternOf(q)}, ${scope})` }
  if (isFiltered) {
    const wanted = countedFilter(reader, filter)
    return {
      total:
        wanted === undefined ? undefined : sql`count_audit_entries(${scope}, ${wanted}::jsonb)`,
    }
  }
  const counted = sql`c.studio_id = ${scope}`
  const total = sumOfCounts('audit', counted)
  if (range.first < NEAR) return { total }
  const start = startOf('audit', counted, range, sql`(bucket + 1) << 12`)
  return { total, skip: { column: sql`a.number`, start } }
}

/** The entries with values that are counted. Policies decide again about them. */
function partsOf(
  reader: Caller,
  range: Range,
  { q, studio, ...filter }: AuditFilter,
): LongList['parts'] {
  const scope = scopeOf(reader, studio)
  const wanted = countedFilter(reader, filter)
  if (q || !scope || wanted === undefined) return undefined
  const ids = sql`find_audit_entries(${scope}, ${wanted}::jsonb, (select total from counted),
    ${range.last + 1})`
  return { alias: sql`a`, sources: [sql`(select * from audit a where a.id = any (${ids})) a`] }
}

/** Undefined if nothing is asked for, or something for which there are no counts. */
function countedFilter(
  reader: Caller,
  { act, kind, outcome, created, ...others }: Omit<AuditFilter, 'q' | 'studio'>,
): string | undefined {
  const isFiltered = [act, kind, outcome, created].some((value) => value !== undefined)
  if (!isFiltered || Object.keys(others).length > 0) return undefined
  const span = created === undefined ? {} : parseSpan(created, reader.tz ?? 'UTC')
  return JSON.stringify({ act, kinds: kind?.split(',').toSorted(), outcome, ...span })
}

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

/** Actions on the installation are visible to admins only. */
const inSight = (reader: Caller) =>
  reader.isAdmin ? sql`true` : sql`a.studios && ${reader.studios}`

/** Hides studios that the reader does not share with the actor. */
const studiosFor = (reader: Caller) =>
  reader.isAdmin
    ? sql`a.studios`
    : sql`array(select one from unnest(a.studios) one where one = any (${reader.studios}))`

/** Hides the roles of a person in studios that the reader does not have. */
const inputFor = (reader: Caller) =>
  reader.isAdmin
    ? sql`a.asked`
    : sql`case when jsonb_typeof(a.asked -> 'memberships') = 'array' then jsonb_set(
        a.asked, '{memberships}', (
          select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(a.asked -> 'memberships') one
          where coalesce(one -> 'studio' ->> '_id', one ->> 'studio') = any (${reader.studios})))
      else a.asked end`

const chosen = (
  reader: Caller,
  { who, act, kind, about, studio, created, outcome }: AuditFilter,
): RawBuilder<unknown>[] => [
  who
    ? sql`a.by_id = ${who} or a.by_id = (select id from person_summary where email = lower(${who}))`
    : sql`true`,
  act ? sql`starts_with(a.act, ${act})` : sql`true`,
  kind ? sql`a.about_kind = any (${kind.split(',')})` : sql`true`,
  about ? sql`a.about_id = ${about}` : sql`true`,
  studio ? sql`a.studios && array(${chosenStudio(reader, studio)})` : sql`true`,
  created ? between(sql`a.at`, created, reader.tz ?? 'UTC') : sql`true`,
  outcome ? sql`a.outcome = ${outcome}` : sql`true`,
]
