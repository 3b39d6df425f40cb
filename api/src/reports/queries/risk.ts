import { sql, type RawBuilder } from 'kysely'
import { findsWorkRequest, isTranslator } from '../../access/queries/assigned.ts'
import { seesStudio, viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { getMovableRequests } from '../../workrequests/queries/movable.ts'
import { totalOfRequests } from '../../workrequests/queries/totals.ts'
import { NEXT_STATUS } from '../../workrequests/rules/status.ts'
import type { RequestAtRisk, Risk, ReportFilter } from '../contract.ts'
import { nextStep } from '../rules/next-step.ts'
import { byRisk, assessRisk, type RiskAssessment, type OpenRequest } from '../rules/risk.ts'
import { usualDurations, type StatusDurations } from '../rules/durations.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  recentDurationsJson,
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
  filter: ReportFilter & { risk?: Risk },
): Promise<Page<RequestAtRisk>> {
  const viewer = viewerOf(person)
  const open = openRequests(person, viewer, filter)
  const isOpen = open.condition
  const overdue =
    range && !filter.risk
      ? await findOverdue(db, viewer, isOpen, totalOf(viewer, filter, open), range.last + 1)
      : undefined
  const { now, requests, stages, calendars: stored } = await readOpen(db, viewer, isOpen, overdue)
  const calendars = calendarsOf(stored)
  const usual = usualDurations(stages, calendars)
  const assess = (request: OpenRequest) => ({
    ...request,
    ...assessRisk(request, usual, calendars[request.studio]!, now),
  })
  const assessed = requests
    .map(assess)
    .filter(({ risk }) => !filter.risk || risk === filter.risk)
    .toSorted(byRisk)
  const shown = range ? assessed.slice(range.first, range.first + limitOf(range)) : assessed
  return { items: await withNext(db, shown), total: overdue?.total ?? assessed.length }
}

type OpenSource = { condition: Sql; readsAll: boolean }

/** Over `work_request w`. Without report.read, people see the requests of their lists. */
function openRequests(person: Caller, viewer: Viewer, filter: ReportFilter): OpenSource {
  const readsAll =
    person.isAdmin || person.memberships.some(({ permissions }) => permissions.has('report.read'))
  const sees = readsAll ? maySeeRequest(viewer) : findsOpenRequest(viewer)
  const condition = sql`(w.status not in ('complete', 'cancelled')
    and ${sees} and ${matchesFilter(filter)})`
  return { condition, readsAll }
}

/** `is true` keeps PostgreSQL from looking up all requests of a translator, of which few are open. */
const findsOpenRequest = (viewer: Viewer): Sql =>
  isTranslator(viewer) ? sql`(${findsWorkRequest(viewer)}) is true` : findsWorkRequest(viewer)

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

const dueJson = (at: Sql, tz: Sql): Sql =>
  sql`case when ${at} is not null then json_build_object('date', seconds(${at}), 'tz', ${tz}) end`

type Open = {
  now: number
  requests: OpenRequest[]
  stages: StatusDurations[]
  calendars: StoredCalendars
}

const readIds = (isOpen: Sql, ids: string[]): Sql => sql`
  select w.* from work_request w where ${isOpen} and w.id = any (${ids})`
/** The index of open requests says which of them the viewer sees. Only these are read. */
const readAll = (isOpen: Sql): Sql => sql`
  select w.* from (select w.id from work_request w where ${isOpen} offset 0) found
  cross join lateral (select * from work_request where id = found.id offset 0) w`

async function readOpen(
  db: Db,
  viewer: Viewer,
  isOpen: Sql,
  overdue: Overdue | undefined,
): Promise<Open> {
  const { rows } = await sql<Open>`
    with open_request as materialized (${overdue ? readIds(isOpen, overdue.ids) : readAll(isOpen)})
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${recentDurationsJson(viewer, RECENT_DAYS)} as stages,
      coalesce((
        select json_agg(json_build_object(
          'request', w.id, 'studio', w.studio_id,
          'territory', w.territory, 'language', w.language, 'status', w.status,
          'due', case
            when w.due_at <= w.deadline_at or w.deadline_at is null
              then ${dueJson(sql`w.due_at`, sql`w.due_tz`)}
            else ${dueJson(sql`w.deadline_at`, sql`w.deadline_tz`)} end,
          'since', seconds(coalesce(past.since, w.created_at)),
          'rejections', coalesce(past.rejections, 0)))
        from open_request w
        left join progress_of_requests(array(select id from open_request)) past
          on past.work_request_id = w.id), '[]') as requests`.execute(db)
  return rows[0]!
}

/** Names and the next step are read only for the requests that are shown. */
async function withNext(
  db: Db,
  requests: (OpenRequest & RiskAssessment)[],
): Promise<RequestAtRisk[]> {
  const found = await getMovableRequests(
    db,
    requests.map(({ request }) => request),
  )
  return requests.flatMap(({ since: _since, rejections: _rejections, ...request }) => {
    const movable = found.get(request.request)
    return movable ? [{ ...request, ...movable.names, next: nextStep(movable) }] : []
  })
}
