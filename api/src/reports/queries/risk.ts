import { sql } from 'kysely'
import { serviceViewer, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { MAX_RANGE, limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { workRequestJson } from '../../workrequests/queries/work-requests.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { RequestAtRisk, Risk, ReportFilter } from '../contract.ts'
import { nextStep } from '../rules/next-step.ts'
import { byRisk, assessRisk, type RiskAssessment, type OpenRequest } from '../rules/risk.ts'
import { usualDurations, type StatusDurations } from '../rules/durations.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  statusDurationsJson,
  type StoredCalendars,
} from './durations.ts'

/** Without a range, all requests. The order is known only after all of them are assessed. */
export async function listRisk(
  db: Db,
  viewer: Viewer,
  range: Range | undefined,
  filter: ReportFilter & { risk?: Risk },
): Promise<Page<RequestAtRisk>> {
  const { now, requests, stages, calendars: stored } = await readOpen(db, viewer, filter)
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
  return { items: await withNext(db, shown), total: assessed.length }
}

type Open = {
  now: number
  requests: OpenRequest[]
  stages: StatusDurations[]
  calendars: StoredCalendars
}

async function readOpen(db: Db, viewer: Viewer, filter: ReportFilter): Promise<Open> {
  const { rows } = await sql<Open>`
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${statusDurationsJson(viewer, sql`h.at > now() - interval '180 days'`)} as stages,
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
        where w.status not in ('complete', 'cancelled') and ${maySeeRequest(viewer)}
          and ${matchesFilter(filter)}), '[]') as requests`.execute(db)
  return rows[0]!
}

/**
 * The next step needs the whole request, so it is read only for the requests that are shown. The
 * service sees everything that a move depends on.
 */
async function withNext(
  db: Db,
  requests: (OpenRequest & RiskAssessment)[],
): Promise<RequestAtRisk[]> {
  const next = new Map<string, RequestAtRisk['next']>()
  for (let first = 0; first < requests.length; first += MAX_RANGE) {
    const ids = requests.slice(first, first + MAX_RANGE).map(({ request }) => request)
    const { rows } = await sql<{ stored: StoredWorkRequest }>`
      select ${workRequestJson(serviceViewer, sql`shown.id`)} as stored
      from unnest(${ids}::text[]) shown (id)`.execute(db)
    for (const { stored } of rows) next.set(stored._id, nextStep(stored))
  }
  return requests.map(({ since: _since, rejections: _rejections, ...request }) => ({
    ...request,
    next: next.get(request.request)!,
  }))
}
