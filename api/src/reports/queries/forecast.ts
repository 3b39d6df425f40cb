import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import type { Forecast } from '../contract.ts'
import { usualDurations, type StatusDurations } from '../rules/durations.ts'
import { unknownTimeZone } from '../rules/report-days.ts'
import { forecastOrder } from '../rules/risk.ts'
import {
  calendarsJson,
  calendarsOf,
  recentDurationsJson,
  type StoredCalendars,
} from './durations.ts'

type Order = {
  studio: string
  territory?: string | undefined
  language?: string | undefined
  tz: string
}
type Row = { now: number; calendars: StoredCalendars; durations: StatusDurations[] }

/** From the same durations as the risk of open requests. */
export async function readForecast(
  db: Db,
  person: Caller,
  { studio, territory = '', language = '', tz }: Order,
): Promise<Forecast> {
  if (!isTimeZone(tz)) throw unknownTimeZone()
  const viewer = viewerOf(person)
  const { rows } = await sql<Row>`
    select seconds(now()) as now, ${calendarsJson(viewer)} as calendars,
      ${recentDurationsJson(viewer)} as durations`.execute(db)
  const { now, calendars, durations } = rows[0]!
  const calendar = calendarsOf(calendars)[studio]
  if (!calendar) throw notFound('studio')
  const usual = usualDurations(durations)
  return forecastOrder({ studio, territory, language }, tz, usual, calendar, now)
}
