import { sql, type RawBuilder } from 'kysely'
import { assetViewJson } from '../../assets/queries.ts'
import { posterOfAsset } from '../../previews/queries.ts'
import { assetHasAddress, projectHasAddress } from '../../access/queries/slugs.ts'
import {
  findsWorkRequest,
  isTranslator,
  knownRequests,
  partsOfTranslator,
  totalOfTranslator,
} from '../../access/queries/assigned.ts'
import { partsOfRequests, skipDays, storedTotalOfSearch } from '../../access/queries/totals.ts'
import { findIdsByText } from '../../access/queries/search.ts'
import {
  seesWorkRequest,
  type PreparedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { between } from '../../kernel/db/between.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { isWholeList, orderBy } from '../../kernel/db/order.ts'
import {
  allOf,
  isIdOrSlug,
  listLongPage,
  matches,
  matchesIdOrSlug,
  recordStatement,
} from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { etagOf, etagWithView, withEtag } from '../../kernel/http/etag.ts'
import type { RequestGroup, RequestGrouping } from '../contract.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { countedGroups, groupKeys, hasAssignee, sortKeys, withDue } from './sort-keys.ts'
import { workRequestColumns, workRequestFrom } from './columns.ts'
import {
  areOpen,
  countedRequests,
  countedWeeks,
  isOfRequestedVendor,
  isOpen,
  statusesOf,
  totalOfRequests,
} from './totals.ts'
import { walkGroups } from './walk-groups.ts'

export type WorkRequestFilter = {
  q?: string
  ids?: string
  status?: string
  project?: string
  asset?: string
  territory?: string
  language?: string
  from?: string
  vendor?: string
  assignee?: string
  due?: string
  created?: string
}

export async function listWorkRequests(
  db: Db,
  viewer: PreparedViewer,
  range: Range,
  { order: wanted, ...filter }: WorkRequestFilter & { order?: string },
): Promise<Page<StoredWorkRequest>> {
  const order = withDue(wanted)
  const walk = walkGroups(viewer, range, filter, order)
  const known = knownIn(viewer, filter, order)
  const parts = partsIn(viewer, filter, order)
  const { assignee, ...others } = filter
  // Known rows and parts are those of the assignee.
  const isFound = assignee === 'me' && (known ?? parts) !== undefined
  const { condition, isCommon } = await matchesFilter(db, viewer, isFound ? others : filter)
  const isRare = filter.q !== undefined && !isCommon
  return listLongPage(db, range, {
    columns: sql`${workRequestColumns(viewer, false)}, ${assetViewJson(viewer)} as "assetView",
      ${posterOfAsset(viewer)} as poster`,
    from: workRequestFrom,
    list: listFrom(filter, isCommon, order),
    key: sql`w.id`,
    total:
      (isCommon ? totalOfSearch(viewer, filter) : totalOfRequests(viewer, filter)) ??
      (isFound
        ? totalOfTranslator(viewer, 'me')
        : countParts(parts ?? partsOfRequests(viewer), listFrom(filter, isCommon), condition)),
    sees: seesWorkRequest(viewer),
    finds: (parts ?? (isTranslator(viewer) && walk)) ? sql`true` : findsIn(viewer, isRare),
    // PostgreSQL would rather walk all requests until it has found the few that match.
    findsOnce: (isTranslator(viewer) && !walk && !parts) || isRare || isSpan(filter.due),
    plansForValues: !known && !parts && hasManyValues(filter),
    known,
    parts: parts && {
      alias: sql`w`,
      sources: parts.map((part) => sql`(select w.* from work_request w where ${part}) w`),
    },
    where: order?.includes('asset') ? allOf(condition, ofAssets(viewer)) : condition,
    order: orderBy(order, { ...sortKeys, ...walk?.sortKeys }, '-created', sql`w.id`),
    withinEach: walk?.withinEach,
    skip: isWholeList(filter, order)
      ? skipDays(viewer.seesAllOf, 'work_request', range, sql`w.created_at`)
      : undefined,
  })
}

/** `is true` keeps PostgreSQL from looking up all requests of the viewer, also those of other names. */
const findsIn = (viewer: Viewer, isRare: boolean) =>
  isRare ? sql`(${findsWorkRequest(viewer)}) is true` : findsWorkRequest(viewer)

/** The days of a calendar, of which the requests are few. */
const isSpan = (due: string | undefined): boolean =>
  due !== undefined && !due.startsWith('-') && !due.endsWith('-')

/** The other filters have an index for all values, or find their rows before. */
const hasManyValues = ({ status, q: _q, language: _language, ...others }: WorkRequestFilter) =>
  Object.keys(others).length > 0 || (status !== undefined && !areOpen(statusesOf(status)))

/** All requests have an index in the order of their creation. */
function knownIn(viewer: Viewer, { assignee, ...others }: WorkRequestFilter, order = '-created') {
  if (Object.keys(others).length > 0 || !/^-?created$/.test(order)) return undefined
  return assignee === undefined || assignee === 'me' ? knownRequests(viewer, assignee) : undefined
}

/** Those of a translator that have an index in the order of the list, and those that are few. */
function partsIn(
  viewer: Viewer,
  { status, assignee, ...others }: WorkRequestFilter,
  order: string | undefined,
): readonly RawBuilder<unknown>[] | undefined {
  if (!isTranslator(viewer) || Object.keys(others).length > 0) return undefined
  if (status)
    return assignee || !areOpen(statusesOf(status)) ? undefined : partsOfTranslator(viewer)
  if (assignee === 'none') return partsOfTranslator(viewer, assignee)
  if (!/^-?due$/.test(order ?? '')) return undefined
  return assignee === undefined || assignee === 'me'
    ? partsOfTranslator(viewer, assignee)
    : undefined
}

const listFrom = (
  { asset }: WorkRequestFilter,
  comparesNames: boolean,
  order = '',
): RawBuilder<unknown> =>
  comparesNames || asset !== undefined || order.includes('asset')
    ? sql`work_request w join asset a on a.id = w.asset_id`
    : sql`work_request w`

/** The index by name begins with the studio, which is the same as that of the request. */
const ofAssets = ({ seesAllOf, ofStudios }: Viewer): RawBuilder<unknown> =>
  (seesAllOf ?? ofStudios)?.(sql`a.studio_id`) ?? sql`true`

/** More groups than this are of no use to a reader. */
const MAX_GROUPS = 500

/** Counts the listed requests, in the order of a list that is sorted by the same field. */
export async function groupWorkRequests(
  db: Db,
  viewer: PreparedViewer,
  { by, ...filter }: WorkRequestFilter & { by: RequestGrouping },
): Promise<RequestGroup[]> {
  const { name, order, value } = groupKeys(viewer.zone)[by]
  const inCounts = countedGroups[by]
  const counted =
    countedRequests(viewer, filter, inCounts && { counted: inCounts, own: value }) ??
    (await countRows(db, viewer, by, filter))
  const { rows } = await sql<RequestGroup>`
    select g.value, coalesce(g.name, g.value, '') as name, g.count::int as count
    from (select g.value, g.count, ${name} as name from (${counted}) g offset 0) g
    order by ${order}, g.value limit ${MAX_GROUPS}`.execute(db)
  return rows
}

async function countRows(
  db: Db,
  viewer: PreparedViewer,
  by: RequestGrouping,
  filter: WorkRequestFilter,
) {
  const { value, ofValue = sql`v.value` } = groupKeys(viewer.zone)[by]
  const weeks = by === 'due' ? countedWeeks(viewer, filter) : undefined
  return sql`
    select ${ofValue} as value, sum(v.count) as count
    from (${weeks ?? (await countByValue(db, viewer, value, filter))}) v group by 1`
}

async function countByValue(
  db: Db,
  viewer: PreparedViewer,
  value: RawBuilder<unknown>,
  filter: WorkRequestFilter,
) {
  const { condition, isCommon } = await matchesFilter(db, viewer, filter)
  const counts = partsOfRequests(viewer).map(
    (part) => sql`
      select ${value} as value, count(*) as count from ${listFrom(filter, isCommon)}
      where ${part} and ${condition} group by 1`,
  )
  return sql.join(counts, sql` union all `)
}

/** The number of requests for filters that are not counted. */
function countParts(
  parts: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) {
  const counts = parts.map(
    (part) => sql`(select count(*) from ${from} where ${part} and ${condition})`,
  )
  return sql`(${sql.join(counts, sql` + `)})`
}

/** `isCommon`: many requests contain the text that was asked for. */
type MatchedFilter = { condition: RawBuilder<unknown>; isCommon: boolean }

async function matchesFilter(
  db: Db,
  viewer: PreparedViewer,
  filter: WorkRequestFilter,
): Promise<MatchedFilter> {
  const { condition, isCommon } = filter.q
    ? await matchesText(db, filter.q)
    : { condition: sql`true`, isCommon: false }
  return { condition: allOf(condition, ...conditions(viewer, filter)), isCommon }
}

/** Undefined if the rows must be counted. */
function totalOfSearch(viewer: Viewer, { q, ...others }: WorkRequestFilter) {
  return q && Object.keys(others).length === 0 && !isIdOrSlug(q)
    ? storedTotalOfSearch(viewer.seesAllOf, 'work_request', q)
    : undefined
}

function conditions(viewer: PreparedViewer, filter: WorkRequestFilter): RawBuilder<unknown>[] {
  const { ids, status, project, asset, territory, language, from } = filter
  const { vendor, assignee, due, created } = filter
  const found: RawBuilder<unknown>[] = []
  if (ids) found.push(sql`w.id = any (${ids.split(',')})`)
  if (status) found.push(hasStatus(statusesOf(status)))
  if (project)
    found.push(sql`w.project_id in (select id from project where ${projectHasAddress(project)})`)
  if (asset) found.push(assetHasAddress(asset))
  if (territory) found.push(sql`w.territory = any (${territory.split(',')})`)
  if (language) found.push(sql`w.language = any (${language.split(',')})`)
  if (from) found.push(isFrom(viewer, from))
  if (vendor) found.push(isOfRequestedVendor(viewer, vendor))
  if (assignee) found.push(hasAssignee(viewer, assignee))
  if (due) found.push(between(sql`w.due_at`, due, viewer.zone))
  if (created) found.push(between(sql`w.created_at`, created, viewer.zone))
  return found
}

const isFrom = (viewer: Viewer, from: string): RawBuilder<unknown> =>
  from === 'me'
    ? sql`w.owner_id = ${viewer.id}`
    : sql`w.owner_id in (
        select id from person_summary where ${from.toLowerCase()} in (id, email))`

function hasStatus(statuses: string[]): RawBuilder<unknown> {
  // An index has the order of the list only for one value.
  if (statuses.length === 1) return sql`w.status = ${statuses[0]}`
  return areOpen(statuses)
    ? sql`w.status = any (${statuses}) and ${isOpen}`
    : sql`w.status = any (${statuses})`
}

/** In the instructions, or in the name of the asset or the project. */
async function matchesText(db: Db, q: string): Promise<MatchedFilter> {
  const found = await findIdsByText(db, ['work_request', 'asset', 'project'], q)
  const condition = found
    ? sql`w.id = any (${found.work_request}::text[]) or w.asset_id = any (${found.asset}::text[])
        or w.project_id = any (${found.project}::text[]) or ${matchesIdOrSlug(q, sql`w.id`)}`
    : sql`${matches(sql`a.name_folded`, q)}
        or ${matches(sql`fold(w.instructions)`, q)}
        or w.project_id in (select id from project where ${matches(sql`name_folded`, q)})
        or ${matchesIdOrSlug(q, sql`w.id`)}`
  return { condition, isCommon: !found }
}

const selectWorkRequest = prepared((viewer: Viewer) =>
  recordStatement<StoredWorkRequest>({
    columns: sql`${workRequestColumns(viewer, true)}, ${assetViewJson(viewer)} as "assetView"`,
    from: workRequestFrom,
    where: sql`w.id = ${param('id')} and ${seesWorkRequest(viewer)}`,
  }),
)

export async function getWorkRequest(
  db: Db,
  { shape }: PreparedViewer,
  id: string,
): Promise<StoredWorkRequest> {
  const [found] = await selectWorkRequest(db, shape, { id })
  if (!found) throw notFound('work request')
  return withWorkRequestEtag(found.record)
}

export const withWorkRequestEtag = (record: StoredWorkRequest): StoredWorkRequest =>
  withEtag(record, etagWithView(workRequestEtag(record), record.assetView))

/**
 * The progress of an encode is not part of the ETag. The reader's view of the asset is added to it,
 * because it differs between readers.
 */
export const workRequestEtag = ({
  assetView: _assetView,
  poster: _poster,
  ...request
}: StoredWorkRequest) =>
  etagOf({
    ...request,
    encodes: request.encodes.map(({ progress: _progress, ...encode }) => encode),
  })

/**
 * A work request inside another record, or null if the viewer cannot see it. `id` must not be a
 * column of a table with the alias w, a, ty or s.
 */
export const workRequestJson = (viewer: Viewer, id: RawBuilder<unknown>) => sql`(
  select to_json(embedded) from (
    select ${workRequestColumns(viewer, false)} from ${workRequestFrom}
    where w.id = ${id} and ${seesWorkRequest(viewer)}) embedded)`

export const lockWorkRequest = (tx: Tx, id: string) =>
  sql`select from work_request where id = ${id} for update`.execute(tx)
