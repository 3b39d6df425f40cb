import { sql, type RawBuilder } from 'kysely'
import { storedTotal } from '../../access/queries/totals.ts'
import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { getMovableRequests } from '../../workrequests/queries/movable.ts'
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
  viewer: Viewer,
  range: Range | undefined,
  filter: ReportFilter & { risk?: Risk },
): Promise<Page<RequestAtRisk>> {
  const overdue =
    range && !filter.risk ? await findOverdue(db, viewer, filter, range.last + 1) : undefined
  const { now, requests, stages, calendars: stored } = await readOpen(db, viewer, filter, overdue)
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

/** Over `work_request w`. */
const isOpen = (viewer: Viewer, filter: ReportFilter): Sql =>
  sql`(w.status not in ('complete', 'cancelled')
    and ${maySeeRequest(viewer)} and ${matchesFilter(filter)})`

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
  filter: ReportFilter,
  wanted: number,
): Promise<Overdue | undefined> {
  const { rows } = await sql<Overdue>`
    with overdue as materialized (
      select w.id from ${ofEachStudio(viewer)} cross join lateral (
        select w.id, ${DUE} as due from work_request w
        where ${inStudio(viewer)} and ${isOpen(viewer, filter)}
          and ${DUE} < (select date_trunc('second', now()))
        order by ${DUE}, w.id limit ${wanted}) w
      order by w.due, w.id limit ${wanted})
    select array(select id from overdue) as ids,
      case when (select count(*) from overdue) = ${wanted}
        then ${totalOf(viewer, filter)} end as total`.execute(db)
  return rows[0]!.ids.length === wanted ? rows[0] : undefined
}

function totalOf(viewer: Viewer, filter: ReportFilter): Sql {
  const { studio, project, territory } = filter
  const condition = sql`c.status not in ('complete', 'cancelled')
    and ${territory ? sql`c.territory = any (${territory.split(',')})` : sql`true`}`
  return (
    (studio || project ? undefined : storedTotal(viewer, 'work_request', condition)) ??
    sql`(select count(*) from work_request w where ${isOpen(viewer, filter)})`
  )
}

const RECENT_DAYS = 180

type Open = {
  now: number
  requests: OpenRequest[]
  stages: StatusDurations[]
  calendars: StoredCalendars
}

async function readOpen(
  db: Db,
  viewer: Viewer,
  filter: ReportFilter,
  overdue: Overdue | undefined,
): Promise<Open> {
  const { rows } = await sql<Open>`
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${recentDurationsJson(viewer, RECENT_DAYS)} as stages,
      coalesce((
        select json_agg(json_build_object(
          'request', w.id, 'studio', w.studio_id,
          'asset', json_build_object('_id', a.id, 'name', a.name),
          'project', json_build_object('_id', p.id, 'name', p.name),
          'territory', w.territory, 'language', w.language, 'status', w.status,
          'due', (
            select json_build_object('date', seconds(named.at), 'tz', named.tz)
            from (values (w.due_at, w.due_tz), (w.deadline_at, w.deadline_tz)) named (at, tz)
            where named.at is not null order by named.at limit 1),
          'since', seconds(coalesce(past.since, w.created_at)), 'rejections', past.rejections))
        from work_request w
        join asset a on a.id = w.asset_id
        join project p on p.id = w.project_id
        cross join lateral (
          select max(h.at) as since,
            count(*) filter (where h.status = 'rejected') as rejections
          from work_request_history h where h.work_request_id = w.id) past
        where ${isOpen(viewer, filter)}
          and ${overdue ? sql`w.id = any (${overdue.ids})` : sql`true`}), '[]') as requests`.execute(
    db,
  )
  return rows[0]!
}

/** The next step depends on many parts, so these are read only for the requests that are shown. */
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
    return movable ? [{ ...request, next: nextStep(movable) }] : []
  })
}
