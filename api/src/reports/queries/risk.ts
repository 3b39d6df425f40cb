import { sql, type RawBuilder } from 'kysely'
import { findsOpenRequest } from '../../access/queries/assigned.ts'
import { seesStudio, viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { columnArraysJson, type ColumnArrays } from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { getMovableRequests } from '../../workrequests/queries/movable.ts'
import { totalOfRequests } from '../../workrequests/queries/totals.ts'
import { NEXT_STATUS } from '../../workrequests/rules/status.ts'
import type { ReportFilter, RequestAtRisk, RiskFilter } from '../contract.ts'
import { nextStep } from '../rules/next-step.ts'
import {
  byRisk,
  explainRisk,
  rankRequest,
  type OpenRequest,
  type RankedRequest,
  type RiskAssessment,
} from '../rules/risk.ts'
import { usualDurations, type UsualDurations } from '../rules/durations.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  recentDurationsJson,
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
  const isOpen = open.condition
  const known = knownOf(person)
  const wanted = range && !filter.risk && !filter.requests ? range.last + 1 : undefined
  const overdue =
    wanted && !(known && wanted >= known.overdueBelow)
      ? await findOverdue(db, viewer, isOpen, totalOf(viewer, filter, open), wanted)
      : undefined
  const found = await readOpen(db, viewer, isOpen, { overdue, knowsDurations: known !== undefined })
  const { now } = found
  const calendars = calendarsOf(found.calendars)
  const usual = known?.usual ?? usualDurations(found.recent!.stages, calendars)
  if (found.recent && found.recent.changes >= MANY_CHANGES) {
    const isWhole = Object.keys(filter).length === 0
    remember(person, {
      usual,
      overdueBelow: wanted && isWhole && !overdue ? wanted : Infinity,
    })
  }
  const ranked = openRequestsFrom(found.requests)
    .map((open) => rankRequest(open, usual, calendars[open.studio]!, now))
    .filter(({ risk }) => !filter.risk || risk === filter.risk)
    .toSorted(byRisk)
  const shown = range ? ranked.slice(range.first, range.first + limitOf(range)) : ranked
  const explain = (request: RankedRequest) =>
    explainRisk(request, calendars[request.open.studio]!, now)
  return { items: await withNext(db, shown, explain), total: overdue?.total ?? ranked.length }
}

/**
 * What is known of a caller for a minute: the usual durations, because finding a thousand status changes
 * takes as long as the rest of a page, and of how many requests fewer are overdue, so that all open ones
 * are read. It follows from what the caller could see. A caller with other rights is another object.
 */
type Known = { usual: UsualDurations; overdueBelow: number }
const known = new WeakMap<Caller, Known & { until: number }>()
const KNOWN_MS = 60_000
/** With fewer, each status change counts at once. */
const MANY_CHANGES = 100

function knownOf(person: Caller): Known | undefined {
  const found = known.get(person)
  return found && found.until > performance.now() ? found : undefined
}

const remember = (person: Caller, found: Known): void =>
  void known.set(person, { ...found, until: performance.now() + KNOWN_MS })

type OpenSource = { condition: Sql; readsAll: boolean }

/** Over `work_request w`. Without report.read, people see the requests of their lists. */
function openRequests(person: Caller, viewer: Viewer, filter: RiskFilter): OpenSource {
  const readsAll =
    person.isAdmin || person.memberships.some(({ permissions }) => permissions.has('report.read'))
  const sees = readsAll ? maySeeRequest(viewer) : findsOpenRequest(viewer)
  const condition = sql`(w.status not in ('complete', 'cancelled')
    and ${sees} and ${matchesFilter(filter)}
    and ${filter.requests ? sql`w.id = any (${filter.requests.split(',')})` : sql`true`})`
  return { condition, readsAll }
}

/** Over `work_request w`. `least` ignores nulls. */
const DUE = sql`coalesce(least(w.due_at, w.deadline_at), 'infinity')`

/** The index of open requests has the order of one studio. Invited people do not see the studio. */
const ofEachStudio = (viewer: Viewer): Sql =>
  viewer.isInvitedTo
    ? sql`(select) s`
    : sql`(select s.id from studio s where ${seesStudio(viewer, sql`s.id`)}) s`
const inStudio = (viewer: Viewer): Sql => (viewer.isInvitedTo ? sql`true` : sql`w.studio_id = s.id`)

type Overdue = { ids: string[]; total: number }

/** The requests that are overdue for the longest time, and the total of all open requests. */
async function findOverdue(
  db: Db,
  viewer: Viewer,
  isOpen: Sql,
  total: Sql,
  wanted: number,
): Promise<Overdue | undefined> {
  const { rows } = await sql<Overdue>`
    with overdue as materialized (
      select w.id from ${ofEachStudio(viewer)} cross join lateral (
        select w.id, ${DUE} as due from work_request w
        where ${inStudio(viewer)} and ${isOpen}
          and ${DUE} < (select date_trunc('second', now()))
        order by ${DUE}, w.id limit ${sql.lit(wanted)}) w
      order by w.due, w.id limit ${sql.lit(wanted)})
    select array(select id from overdue) as ids,
      case when (select count(*) from overdue) = ${wanted}
        then ${total} end as total`.execute(db)
  return rows[0]!.ids.length === wanted ? rows[0] : undefined
}

/** Counts do not contain projects, and do not tell what report.read shows. */
function totalOf(viewer: Viewer, { studio, project, territory }: ReportFilter, open: OpenSource) {
  const filter = { status: Object.keys(NEXT_STATUS).join(','), ...(territory && { territory }) }
  const isCounted = !studio && !project && (viewer.seesAllOf || !open.readsAll)
  return (
    (isCounted ? totalOfRequests(viewer, filter) : undefined) ??
    sql`(select count(*) from work_request w where ${open.condition})`
  )
}

const RECENT_DAYS = 180

type OpenRow = Omit<OpenRequest, 'due'> & { dueAt: number | null; dueTz: string }
type StoredOpen = {
  now: number
  requests: ColumnArrays<OpenRow>
  recent: RecentDurations | null
  calendars: StoredCalendars
}

/** The columns are those of the index of open requests. */
const readOpenRequests = (isOpen: Sql): Sql => sql`
  select w.id, w.studio_id, w.territory, w.language, w.status, w.created_at,
    w.due_at <= w.deadline_at or w.deadline_at is null as due_first,
    w.due_at, w.due_tz, w.deadline_at, w.deadline_tz
  from work_request w where ${isOpen}`

async function readOpen(
  db: Db,
  viewer: Viewer,
  isOpen: Sql,
  { overdue, knowsDurations }: { overdue: Overdue | undefined; knowsDurations: boolean },
): Promise<StoredOpen> {
  const { rows } = await sql<StoredOpen>`
    with open_request as materialized (
      ${readOpenRequests(isOpen)} ${overdue ? sql`and w.id = any (${overdue.ids})` : sql``})
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
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
  explain: (request: RankedRequest) => RiskAssessment,
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
            ...explain(ranked),
            ...movable.names,
            next: nextStep(movable),
          },
        ]
      : []
  })
}
