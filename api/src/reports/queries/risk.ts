import { sql, type RawBuilder } from 'kysely'
import {
  seesStudio,
  seesWorkRequest,
  viewerOf,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { columnArraysJson, type ColumnArrays } from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { getMovableRequests } from '../../workrequests/queries/movable.ts'
import { NEXT_STATUS } from '../../workrequests/rules/status.ts'
import type { ReportFilter, RequestAtRisk, RiskCounts, RiskFilter } from '../contract.ts'
import { nextStep } from '../rules/next-step.ts'
import {
  OVERDUE_RISK,
  byRisk,
  explainRisk,
  rankRequest,
  type OpenRequest,
  type RankedRequest,
} from '../rules/risk.ts'
import { usualDurations, type UsualDurations } from '../rules/durations.ts'
import {
  countEach,
  isWhole,
  knownOf,
  remember,
  rememberOrder,
  rememberedPage,
  type Known,
} from './remembered-risks.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  recentDurationsJson,
  RECENT_DAYS,
  type RecentDurations,
  type StoredCalendars,
} from './durations.ts'

type Sql = RawBuilder<unknown>

/**
 * Without a range, all requests. Overdue requests come first, by their due date. If a page has no
 * others, only these are read. Otherwise the order is known only after all of them are assessed.
 */
export async function listRisk(
  db: Db,
  person: Caller,
  range: Range | undefined,
  filter: RiskFilter,
): Promise<Page<RequestAtRisk>> {
  const viewer = viewerOf(person)
  const open = openRequests(person, viewer, filter)
  const known = knownOf(person)
  const matching = ({ ranked }: Assessed) =>
    ranked.filter(({ risk }) => !filter.risk || risk === filter.risk).toSorted(byRisk)
  const remembered = rememberedPage(person, range, filter)
  if (remembered) {
    const { ids, total } = remembered
    const assessed = await assess(db, viewer, open.condition, known, { ids })
    return { items: await withNext(db, matching(assessed), assessed), total }
  }
  const mayBeOverdue = !filter.risk || filter.risk === OVERDUE_RISK
  const wanted = range && mayBeOverdue && !filter.requests ? range.last + 1 : undefined
  const ids =
    wanted && !(known && wanted >= known.overdueBelow)
      ? await findOverdue(db, viewer, open.condition, wanted)
      : undefined
  const assessed = await assess(
    db,
    viewer,
    mayBeOverdue ? open.condition : notOverdue(open),
    known,
    {
      ids,
      total: ids && !filter.risk ? totalOf(viewer, filter, open) : undefined,
    },
  )
  if (assessed.hasManyChanges)
    remember(person, {
      usual: assessed.usual,
      overdueBelow: wanted && isWhole(filter) && !ids ? wanted : Infinity,
    })
  const found = matching(assessed)
  const shown = range ? found.slice(range.first, range.first + limitOf(range)) : found
  return {
    items: await withNext(db, shown, assessed),
    total: ids
      ? (assessed.total ?? (await countRisks(db, person, filter))[OVERDUE_RISK])
      : found.length,
  }
}

/** Assesses only the requests that are not overdue, because the risk of the others is known. */
export async function countRisks(
  db: Db,
  person: Caller,
  { studio, project, territory }: ReportFilter,
): Promise<RiskCounts> {
  const scope = { studio, project, territory }
  const known = knownOf(person)
  if (known?.order && isWhole(scope)) return known.order.counts
  const viewer = viewerOf(person)
  const open = openRequests(person, viewer, scope)
  const { ranked, total, usual, hasManyChanges } = await assess(
    db,
    viewer,
    notOverdue(open),
    known,
    { total: totalOf(viewer, scope, open) },
  )
  const counts = countEach(ranked, total! - ranked.length)
  if (hasManyChanges) remember(person, { usual, overdueBelow: Infinity })
  if (isWhole(scope)) rememberOrder(person, ranked, counts)
  return counts
}

type OpenSource = { condition: Sql; readsAll: boolean }

/** Over `work_request w`. Without report.read, people see the requests of their lists. */
function openRequests(person: Caller, viewer: Viewer, filter: RiskFilter): OpenSource {
  const readsAll =
    person.isAdmin || person.memberships.some(({ permissions }) => permissions.has('report.read'))
  const sees = readsAll ? maySeeRequest(viewer) : seesWorkRequest(viewer)
  const condition = sql`(w.status not in ('complete', 'cancelled')
    and ${sees} and ${matchesFilter(filter)}
    and ${filter.requests ? sql`w.id = any (${filter.requests.split(',')})` : sql`true`})`
  return { condition, readsAll }
}

/** Over `work_request w`. `least` ignores nulls. */
const DUE = sql`coalesce(least(w.due_at, w.deadline_at), 'infinity')`
const IS_OVERDUE = sql`${DUE} < (select date_trunc('second', now()))`
const notOverdue = ({ condition }: OpenSource): Sql => sql`(${condition} and not ${IS_OVERDUE})`

/** The index of open requests has the order of one studio. Invited people do not see the studio. */
const ofEachStudio = (viewer: Viewer): Sql =>
  viewer.isInvitedTo
    ? sql`(select) s`
    : sql`(select s.id from studio s where ${seesStudio(viewer, sql`s.id`)}) s`
const inStudio = (viewer: Viewer): Sql => (viewer.isInvitedTo ? sql`true` : sql`w.studio_id = s.id`)

/** The requests that are overdue for the longest time. Undefined if there are fewer. */
async function findOverdue(
  db: Db,
  viewer: Viewer,
  isOpen: Sql,
  wanted: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select w.id from ${ofEachStudio(viewer)} cross join lateral (
      select w.id, ${DUE} as due from work_request w
      where ${inStudio(viewer)} and ${isOpen} and ${IS_OVERDUE}
      order by ${DUE}, w.id limit ${sql.lit(wanted)}) w
    order by w.due, w.id limit ${sql.lit(wanted)}`.execute(db)
  return rows.length === wanted ? rows.map(({ id }) => id) : undefined
}

const totalOf = (_viewer: Viewer, _filter: ReportFilter, open: OpenSource) =>
  sql`(select count(*) from work_request w where ${open.condition})`

type OpenRow = Omit<OpenRequest, 'due'> & { dueAt: number | null; dueTz: string }
type StoredOpen = {
  now: number
  requests: ColumnArrays<OpenRow>
  recent: RecentDurations | null
  calendars: StoredCalendars
  total: number | null
}

/** The columns are those of the index of open requests. */
const readOpenRequests = (isOpen: Sql): Sql => sql`
  select w.id, w.studio_id, w.territory, w.language, w.status, w.created_at,
    w.due_at <= w.deadline_at or w.deadline_at is null as due_first,
    w.due_at, w.due_tz, w.deadline_at, w.deadline_tz
  from work_request w where ${isOpen}`

type ReadOptions = {
  /** Only these requests. */
  ids?: string[] | undefined
  /** Counts the requests, in the same snapshot. */
  total?: Sql | undefined
  knowsDurations: boolean
}

async function readOpen(
  db: Db,
  viewer: Viewer,
  isRead: Sql,
  { ids, total, knowsDurations }: ReadOptions,
): Promise<StoredOpen> {
  const { rows } = await sql<StoredOpen>`
    with open_request as materialized (
      ${readOpenRequests(isRead)} ${ids ? sql`and w.id = any (${ids})` : sql``})
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${total ?? sql`null::bigint`} as total,
      ${knowsDurations ? sql`null::json` : recentDurationsJson(viewer, RECENT_DAYS)} as recent, (
        select ${columnArraysJson({
          request: sql`w.id`,
          studio: sql`w.studio_id`,
          territory: sql`w.territory`,
          language: sql`w.language`,
          status: sql`w.status`,
          dueAt: sql`seconds(case when w.due_first then w.due_at else w.deadline_at end)`,
          dueTz: sql`case when w.due_first then w.due_tz else w.deadline_tz end`,
          since: sql`seconds(coalesce(past.since, w.created_at))`,
          rejections: sql`coalesce(past.rejections, 0)`,
        })}
        from open_request w
        left join progress_of_requests(array(select id from open_request)) past
          on past.work_request_id = w.id) as requests`.execute(db)
  return rows[0]!
}

type Assessed = {
  now: number
  ranked: RankedRequest[]
  usual: UsualDurations
  calendars: ReturnType<typeof calendarsOf>
  total: number | null
  /** With fewer, each status change counts at once. */
  hasManyChanges: boolean
}
const MANY_CHANGES = 100

async function assess(
  db: Db,
  viewer: Viewer,
  isRead: Sql,
  known: Known | undefined,
  options: Omit<ReadOptions, 'knowsDurations'>,
): Promise<Assessed> {
  const found = await readOpen(db, viewer, isRead, {
    ...options,
    knowsDurations: known !== undefined,
  })
  const { now, recent, total } = found
  const calendars = calendarsOf(found.calendars)
  const usual = known?.usual ?? usualDurations(recent!.stages, calendars)
  const ranked = openRequestsFrom(found.requests).map((open) =>
    rankRequest(open, usual, calendars[open.studio]!, now),
  )
  const hasManyChanges = recent !== null && recent.changes >= MANY_CHANGES
  return { now, ranked, usual, calendars, total, hasManyChanges }
}

const openRequestsFrom = (columns: ColumnArrays<OpenRow>): OpenRequest[] =>
  (columns.request ?? []).map((request, at) => {
    const date = columns.dueAt![at]!
    return {
      request,
      studio: columns.studio![at]!,
      territory: columns.territory![at]!,
      language: columns.language![at]!,
      status: columns.status![at]!,
      due: date === null ? null : { date, tz: columns.dueTz![at]! },
      since: columns.since![at]!,
      rejections: columns.rejections![at]!,
    }
  })

/** Names and the next step are read only for the requests that are shown. */
async function withNext(
  db: Db,
  shown: readonly RankedRequest[],
  { calendars, now }: Assessed,
): Promise<RequestAtRisk[]> {
  const found = await getMovableRequests(
    db,
    shown.map(({ request }) => request),
  )
  return shown.flatMap((ranked) => {
    const movable = found.get(ranked.request)
    const { request, studio, territory, language, status, due } = ranked.open
    return movable
      ? [
          {
            request,
            studio,
            territory,
            language,
            status,
            due,
            ...explainRisk(ranked, calendars[studio]!, now),
            ...movable.names,
            next: nextStep(movable),
          },
        ]
      : []
  })
}
