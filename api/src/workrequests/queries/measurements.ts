// What an estimate depends on besides the order, over `work_request w`.
import type { Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { isOriginalOfAsset } from '../../renditions/queries/delivery-context.ts'
import type { EstimateMeasurements, Pricing } from '../rules/estimate.ts'

const MAX_RUSH_DAYS = 92
const today = sql`(now() at time zone w.due_tz)::date`

export const filmSeconds = (studio: Sql): Sql => sql`(
  select (m.probe ->> 'duration')::float8
  from file f join media m on m.studio_id = f.studio_id and m.file_id = f.id
  where f.studio_id = ${studio} and f.asset_id = w.asset_id and f.verified_at is not null
    and f.removed_at is null
    and m.probe ->> 'duration' is not null and ${isOriginalOfAsset(studio)}
  order by f.received_at desc, f.id desc limit 1)`

/**
 * Working days are Monday to Friday in the time zone of the due date. A due date more than a
 * quarter away is never a rush, so counting stops there.
 */
export const workingDays = sql`case when w.due_at is not null then (
  select count(*)::int
  from generate_series(
    ${today} + 1,
    least((w.due_at at time zone w.due_tz)::date, ${today} + ${sql.lit(MAX_RUSH_DAYS)}),
    interval '1 day') day
  where extract(isodow from day) < 6) end`

/** Whether another request for this asset and language has an approved translation. */
export const isTranslated = (studio: Sql): Sql => sql`exists (
  select from translation other
  where other.studio_id = ${studio} and other.asset_id = w.asset_id
    and other.language = w.language and other.status = 'approved'
    and other.work_request_id is distinct from w.id)`

/** Over `studio s`. */
export const pricingOfStudio = sql`json_build_object(
  'rateCard', s.settings -> 'rateCard', 'currency', s.settings ->> 'currency')`

export async function measure(tx: Tx, id: string) {
  const studio = sql`${await studioOfRow(tx, 'work_request', id)}::text`
  const { rows } = await sql<{ pricing: Pricing; measurements: EstimateMeasurements }>`
  select ${pricingOfStudio} as pricing, json_build_object(
    'seconds', ${filmSeconds(studio)},
    'items', (
      select count(*)::int
      from translation tr
        join text_track_line l on l.studio_id = tr.studio_id and l.text_track_id = tr.text_track_id
      where tr.studio_id = ${studio} and tr.work_request_id = w.id and tr.part = 'graphics'),
    'workingDays', ${workingDays}, 'translated', ${isTranslated(studio)}) as measurements
  from work_request w join studio s on s.id = w.studio_id 
  where w.studio_id = ${studio} and w.id = ${id}`.execute(tx)
  return rows[0]!
}
