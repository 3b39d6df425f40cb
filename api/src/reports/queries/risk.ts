import { viewerOf } from '../../access/queries/visibility.ts'
import { columnArraysJson, type ColumnArrays } from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { getMovableRequests } from '../../workrequests/queries/movable.ts'
import type { ReportFilter, RequestAtRisk, RiskCounts, RiskFilter } from '../contract.ts'
import { usualDurations, type StatusDurations } from '../rules/durations.ts'
import { nextStep } from '../rules/next-step.ts'
import {
  byRisk,
  explainRisk,
  rankRequest,
  type OpenRequest,
  type RankedRequest,
} from '../rules/risk.ts'
import {
  calendarsJson,
  calendarsOf,
  recentDurationsJson,
  type StoredCalendars,
} from './durations.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'

/** Without a range, all requests. The order is known only after all of them are assessed. */
export async function listRisk(
  db: Db,
  person: Caller,
  range: Range | undefined,
  filter: RiskFilter,
): Promise<Page<RequestAtRisk>> {
  const assessed = await assess(db, person, filter)
  const ranked = assessed.ranked
    .filter(({ risk }) => !filter.risk || risk === filter.risk)
    .toSorted(byRisk)
  const page = range ? ranked.slice(range.first, range.first + limitOf(range)) : ranked
  return { items: await withNext(db, page, assessed), total: ranked.length }
}

export async function countRisks(
  db: Db,
  person: Caller,
  filter: ReportFilter,
): Promise<RiskCounts> {
  const { ranked } = await assess(db, person, filter)
  const counts: RiskCounts = { critical: 0, 'at-risk': 0, 'on-track': 0 }
  for (const { risk } of ranked) counts[risk] += 1
  return counts
}

type Assessed = {
  now: number
  ranked: RankedRequest[]
  calendars: ReturnType<typeof calendarsOf>
}

async function assess(db: Db, person: Caller, filter: RiskFilter): Promise<Assessed> {
  const {
    now,
    requests,
    durations,
    calendars: settings,
  } = await readOpenRequests(db, person, filter)
  const calendars = calendarsOf(settings)
  const usual = usualDurations(durations)
  const ranked = openRequestsFrom(requests).map((open) =>
    rankRequest(open, usual, calendars[open.studio]!, now),
  )
  return { now, ranked, calendars }
}

type OpenRow = Omit<OpenRequest, 'due'> & { dueAt: number | null; dueTz: string }
type StoredOpen = {
  now: number
  requests: ColumnArrays<OpenRow>
  durations: StatusDurations[]
  calendars: StoredCalendars
}

async function readOpenRequests(db: Db, person: Caller, filter: RiskFilter): Promise<StoredOpen> {
  const viewer = viewerOf(person)
  const { rows } = await sql<StoredOpen>`
    with open_request as materialized (
      select w.id, w.studio_id, w.territory, w.language, w.status, w.created_at,
        w.due_at <= w.deadline_at or w.deadline_at is null as due_first,
        w.due_at, w.due_tz, w.deadline_at, w.deadline_tz
      from work_request w
      where w.status not in ('complete', 'cancelled') and ${maySeeRequest(viewer)}
        and ${matchesFilter(filter)} and ${isRequested(filter)})
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${recentDurationsJson(viewer)} as durations, (
        select ${columnArraysJson({
          request: sql`w.id`,
          studio: sql`w.studio_id`,
          territory: sql`w.territory`,
          language: sql`w.language`,
          status: sql`w.status`,
          dueAt: sql`seconds(case when w.due_first then w.due_at else w.deadline_at end)`,
          dueTz: sql`case when w.due_first then w.due_tz else w.deadline_tz end`,
          since: sql`seconds(coalesce(past.since, w.created_at))`,
          rejections: sql`past.rejections`,
        })}
        from open_request w
        cross join lateral (
          select max(h.at) as since, count(*) filter (where h.status = 'rejected') as rejections
          from work_request_history h where h.work_request_id = w.id) past) as requests`.execute(db)
  return rows[0]!
}

const isRequested = ({ requests }: RiskFilter): Sql =>
  requests ? sql`w.id = any (${requests.split(',')})` : sql`true`

const openRequestsFrom = (columns: ColumnArrays<OpenRow>): OpenRequest[] =>
  (columns.request ?? []).map((request, index) => {
    const date = columns.dueAt![index]!
    return {
      request,
      studio: columns.studio![index]!,
      territory: columns.territory![index]!,
      language: columns.language![index]!,
      status: columns.status![index]!,
      due: date === null ? null : { date, tz: columns.dueTz![index]! },
      since: columns.since![index]!,
      rejections: columns.rejections![index]!,
    }
  })

/** Names and the next step are read only for the requests of a page. */
async function withNext(
  db: Db,
  page: readonly RankedRequest[],
  { calendars, now }: Assessed,
): Promise<RequestAtRisk[]> {
  const movables = await getMovableRequests(
    db,
    page.map(({ request }) => request),
  )
  return page.flatMap((ranked) => {
    const movable = movables.get(ranked.request)
    if (!movable) return []
    const { request, studio, territory, language, status, due } = ranked.open
    return [
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
  })
}
