import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { isOriginalOfAsset } from '../../renditions/queries/delivery-context.ts'
import type { Estimate } from '../contract.ts'
import { priceOrder, type EstimateMeasurements } from '../rules/estimate.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

export async function calculateEstimate(tx: Tx, request: StoredWorkRequest): Promise<Estimate> {
  return priceOrder(request, request.facts, await measure(tx, request))
}

export async function setEstimate(
  tx: Tx,
  request: StoredWorkRequest,
): Promise<StoredWorkRequest['estimate']> {
  const { base, applied, currency } = await calculateEstimate(tx, request)
  await sql`
    update work_request
    set estimate_base = ${base}, estimate_applied = ${applied}, estimate_currency = ${currency}
    where id = ${request._id}`.execute(tx)
  return { base, applied, currency }
}

const MAX_RUSH_DAYS = 92

/**
 * Working days are Monday to Friday in the time zone of the due date. A due date more than a
 * quarter away is never a rush, so counting stops there.
 */
async function measure(
  tx: Tx,
  { _id, asset, language }: StoredWorkRequest,
): Promise<EstimateMeasurements> {
  const today = sql`(now() at time zone w.due_tz)::date`
  const { rows } = await sql<EstimateMeasurements>`
    select
      (select (m.probe ->> 'duration')::float8
        from file f join media m on m.file_id = f.id
        where f.asset_id = w.asset_id and f.verified_at is not null and f.removed_at is null
          and m.probe ->> 'duration' is not null and ${isOriginalOfAsset}
        order by f.received_at desc, f.id desc limit 1) as seconds,
      (select count(*)::int
        from translation tr join text_track_line l on l.text_track_id = tr.text_track_id
        where tr.work_request_id = w.id and tr.part = 'graphics') as items,
      case when w.due_at is not null then (
        select count(*)::int
        from generate_series(
          ${today} + 1,
          least((w.due_at at time zone w.due_tz)::date, ${today} + ${sql.lit(MAX_RUSH_DAYS)}),
          interval '1 day') day
        where extract(isodow from day) < 6) end as "workingDays",
      exists (
        select from translation
        where asset_id = ${asset._id} and language = ${language} and status = 'approved'
          and work_request_id <> ${_id}) as translated
    from work_request w where w.id = ${_id}`.execute(tx)
  return rows[0]!
}
