import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { STATUSES } from '../../workrequests/contract.ts'
import { isOpenStatus, type OpenStatus } from '../../workrequests/rules/status.ts'
import type { ReportFilter, Turnaround } from '../contract.ts'
import { NO_DURATIONS, spreadOf, type MeasuredSpread } from '../rules/durations.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { inDays } from './buckets.ts'
import { endsStatus, measuredSpread, quantiles } from './durations.ts'
import { maySeeChange } from './visibility.ts'

type TurnaroundRow = {
  stages: Record<OpenStatus, MeasuredSpread>
  /** From the first submission to the last completion; without a territory, of all requests. */
  wholes: (MeasuredSpread & { territory: string | null })[]
}

export async function readTurnaround(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Turnaround> {
  const changes = sql`
    work_request_history h
    where ${inDays(days, sql`h.at`)} and ${maySeeChange(viewerOf(person), filter)}`
  const { rows } = await sql<TurnaroundRow>`
    select (
      select json_build_object(${sql.join(STAGES.map(stageJson))})
      from ${changes} and ${endsStatus}) as stages,
      coalesce((
        select json_agg(whole) from (
          select w.territory, ${measuredSpread(sql`completed.seconds`)}
          from (
            select h.work_request_id, max(h.total_seconds) as seconds
            from ${changes} and h.status = 'complete'
            group by 1) completed
          join work_request w on w.id = completed.work_request_id and w.status = 'complete'
          group by grouping sets ((w.territory), ())) whole), '[]') as wholes`.execute(db)
  return turnaroundOf(rows[0]!, days)
}

const STAGES = STATUSES.filter(isOpenStatus)

/** Aggregates with a filter need no sorting by status. */
const stageJson = (status: OpenStatus) => {
  const filter = sql`filter (where h.status_before = ${sql.lit(status)})`
  return sql`${sql.lit(status)}, json_build_object(
    'count', count(h.working_seconds) ${filter},
    'seconds', ${quantiles(sql`h.working_seconds`)} ${filter})`
}

function turnaroundOf({ stages, wholes }: TurnaroundRow, { from, to, tz }: ReportDays): Turnaround {
  const all = wholes.find(({ territory }) => territory === null)
  return {
    from,
    to,
    tz,
    whole: spreadOf(all ?? NO_DURATIONS),
    stages: STAGES.map((status) => ({ status, ...spreadOf(stages[status]) })),
    territories: wholes
      .flatMap(({ territory, ...spread }) =>
        territory === null ? [] : [{ territory, ...spreadOf(spread) }],
      )
      .toSorted((a, b) => (a.territory < b.territory ? -1 : 1)),
  }
}
