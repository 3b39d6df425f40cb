// Prepares the facts of past days for reports (docs/decisions/0098).
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import {
  calendarDigest,
  UNITS,
  type PreparedKind,
  type PreparedUnit,
  type StoredKind,
} from '../queries/report-days.ts'
import { factJson } from '../queries/request-facts.ts'
import { packDownloads, type DownloadFact } from '../rules/download-facts.ts'
import {
  collectRejections,
  packRejections,
  type OfflineFact,
  type RejectionFact,
} from '../rules/rejection-facts.ts'
import { collectFacts, packFacts, volumeLength, type RequestFact } from '../rules/request-facts.ts'
import { calendarOf } from '../rules/working-time.ts'
import { storeBlock } from './store-blocks.ts'

/** How many days or hours are prepared at once, before the timeouts of statements. */
const BATCH = { day: 4, hour: 48 }
/** The rows of fewer facts in two days cost little more than their prepared hours. */
const BUSY_FACTS = 200
const KINDS: readonly PreparedKind[] = ['requests', 'downloads', 'rejections']

type Batch = {
  unit: PreparedUnit
  studio: string
  /** The newest first. Numbers of hours if that is the unit. */
  days: number[]
  digest: string
  calendar: Pick<StudioSettings, 'workingHours' | 'holidays'>
}
type PackedDay = { day: number; vendor: string; body: Buffer }

/**
 * Prepares some of the days and hours that changed or were never prepared. Returns whether there are
 * more. Hours are prepared for studios with at least `busyFacts` facts in two days.
 */
export async function storeReportDays(tx: Tx, busyFacts = BUSY_FACTS): Promise<boolean> {
  await lockForTransaction(tx, LOCKS.reportDays)
  for (const unit of ['hour', 'day'] as const)
    for (const kind of KINDS) {
      const batch = await findBatch(tx, kind, unit, busyFacts)
      if (!batch) continue
      await sql`
        delete from report_mark
        where studio_id = ${batch.studio} and kind = ${UNITS[unit].storedKind(kind)}
          and day = any (${batch.days})`.execute(tx)
      // A later statement, which sees every change whose mark was deleted.
      await saveDays(tx, kind, batch, await PACKED[kind](tx, batch))
      return true
    }
  await deleteOldHours(tx)
  return storeBlock(tx)
}

async function deleteOldHours(tx: Tx): Promise<void> {
  const isOld = sql`kind = any (${KINDS.map(UNITS.hour.storedKind)}) and day < first_report_hour()`
  await sql`delete from report_day where ${isOld}`.execute(tx)
  await sql`delete from report_mark where ${isOld}`.execute(tx)
}

async function findBatch(
  tx: Tx,
  kind: PreparedKind,
  unit: PreparedUnit,
  busyFacts: number,
): Promise<Batch | undefined> {
  const stored = UNITS[unit].storedKind(kind)
  const [first, last] =
    unit === 'day'
      ? [FIRST_DAY[kind], sql`last_report_day()`]
      : [
          sql`case when ${isBusy(kind, busyFacts)} then first_report_hour() end`,
          sql`last_report_hour()`,
        ]
  const { rows } = await sql<Batch>`
    select s.id as studio, ${calendarDigest(kind)} as digest,
      json_build_object('workingHours', s.settings -> 'workingHours',
        'holidays', s.settings -> 'holidays') as calendar,
      array(
        select day from generate_series(${first}, ${last}) day
        where not exists (
            select from report_day d
            where d.studio_id = s.id and d.kind = ${stored} and d.day = day.day
              and d.vendor_id = '' and d.calendar = ${calendarDigest(kind)})
          or exists (
            select from report_mark m
            where m.studio_id = s.id and m.kind = ${stored} and m.day = day.day)
        order by day desc limit ${sql.lit(BATCH[unit])}) as days
    from studio s`.execute(tx)
  const found = rows.find(({ days }) => days.length > 0)
  return found && { ...found, unit }
}

/** Over `studio s`. */
const isBusy = (kind: PreparedKind, busyFacts: number) => sql`(
  select count(*) >= ${busyFacts} from (
    ${RECENT_FACTS[kind]} limit ${busyFacts}) recent)`
/** Over `studio s`. */
const RECENT_FACTS = {
  requests: sql`
    select from work_request_history
    where studio_id = s.id and at >= to_timestamp(first_report_hour() * 3600.0)`,
  downloads: sql`
    select from download
    where studio_id = s.id and created_at >= to_timestamp(first_report_hour() * 3600.0)`,
  rejections: sql`
    select from offline
    where studio_id = s.id and created_at >= to_timestamp(first_report_hour() * 3600.0)`,
}

/** Over `studio s`. */
const FIRST_DAY = {
  requests: sql`report_day_of(least(
    (select min(created_at) from work_request where studio_id = s.id),
    (select min(at) from work_request_history where studio_id = s.id)))`,
  downloads: sql`report_day_of((select min(created_at) from download where studio_id = s.id))`,
  rejections: sql`report_day_of(least(
    (select min(created_at) from offline where studio_id = s.id),
    (select min(at) from work_request_history where studio_id = s.id and status = 'rejected')))`,
}

const PACKED: Record<PreparedKind, (tx: Tx, batch: Batch) => Promise<PackedDay[]>> = {
  requests: packRequests,
  downloads: packDownloadDays,
  rejections: packRejectionDays,
}

/** The times from the first day or hour to the last one. */
const periodOf = ({ unit, days }: Batch) => {
  const { seconds } = UNITS[unit]
  return {
    seconds: sql.lit(seconds),
    starts: sql`to_timestamp(${days.at(-1)! * seconds})`,
    ends: sql`to_timestamp(${(days[0]! + 1) * seconds})`,
  }
}

async function packRequests(tx: Tx, batch: Batch): Promise<PackedDay[]> {
  const { studio, days, calendar } = batch
  const { seconds, starts, ends } = periodOf(batch)
  const { rows } = await sql<{ day: number; vendor: string; facts: RequestFact[] }>`
    select f.at / ${seconds} as day, coalesce(w.vendor_id, '') as vendor,
      json_agg(${factJson(sql`coalesce(p.number, 0)`)} order by f.at) as facts
    from request_facts(${studio}, ${starts}, ${ends}) f
    join work_request w on w.id = f.work_request_id
    left join person p on p.id = w.owner_id
    where f.at / ${seconds} = any (${days})
    group by 1, 2`.execute(tx)
  const hours = calendarOf(calendar)
  return rows.map(({ day, vendor, facts }) => ({
    day,
    vendor,
    body: packFacts(collectFacts(facts, hours)),
  }))
}

async function packDownloadDays(tx: Tx, batch: Batch): Promise<PackedDay[]> {
  const { studio, days } = batch
  const { seconds, starts, ends } = periodOf(batch)
  const { rows } = await sql<{ day: number; facts: DownloadFact[] }>`
    select seconds(d.created_at) / ${seconds} as day, json_agg(json_build_object(
        'at', seconds(d.created_at), 'asset', a.number, 'person', d.person_id,
        'length', coalesce(f.length, 0)) order by d.created_at) as facts
    from download d
    join asset a on a.id = d.asset_id
    join file f on f.id = d.file_id
    where d.studio_id = ${studio} and d.created_at >= ${starts} and d.created_at < ${ends}
      and seconds(d.created_at) / ${seconds} = any (${days})
    group by 1`.execute(tx)
  return rows.map(({ day, facts }) => ({ day, vendor: '', body: packDownloads(facts) }))
}

async function packRejectionDays(tx: Tx, batch: Batch): Promise<PackedDay[]> {
  const { studio, days } = batch
  const { seconds, starts, ends } = periodOf(batch)
  type Facts = { day: number; rejections: RejectionFact[]; offlines: OfflineFact[] }
  const period = sql`${studio}, ${starts}, ${ends}`
  const { rows } = await sql<Facts>`
    select f.at / ${seconds} as day,
      coalesce(json_agg(f.fact) filter (where f.what = 'rejection'), '[]') as rejections,
      coalesce(json_agg(f.fact) filter (where f.what = 'offline'), '[]') as offlines
    from (
      select 'rejection' as what, r.at, to_json(r) as fact from rejections_in(${period}) r
      union all
      select 'offline', o.at, to_json(o) from offlines_in(${period}) o) f
    where f.at / ${seconds} = any (${days})
    group by 1`.execute(tx)
  return rows.map(({ day, rejections, offlines }) => ({
    day,
    vendor: '',
    body: packRejections(collectRejections(rejections, offlines)),
  }))
}

async function saveDays(
  tx: Tx,
  kind: PreparedKind,
  { unit, studio, days, digest }: Batch,
  packed: PackedDay[],
): Promise<void> {
  const rest = days
    .filter((day) => !packed.some((one) => one.day === day && one.vendor === ''))
    .map((day) => ({ day, vendor: '', body: EMPTY[kind] }))
  const rows = [...packed, ...rest].map((row) => ({
    ...row,
    volume: kind === 'requests' ? volumeLength(row.body) : null,
  }))
  await replaceRows(tx, UNITS[unit].storedKind(kind), { studio, days, digest }, rows)
  if (unit === 'day')
    await sql`
      delete from report_block b using unnest(${days}::int[]) changed
      where b.studio_id = ${studio} and b.kind = ${kind}
        and changed >= b.day and changed < b.day + b.days`.execute(tx)
}

async function replaceRows(
  tx: Tx,
  kind: StoredKind,
  { studio, days, digest }: Pick<Batch, 'studio' | 'days' | 'digest'>,
  rows: (PackedDay & { volume: number | null })[],
): Promise<void> {
  await sql`
    delete from report_day
    where studio_id = ${studio} and kind = ${kind} and day = any (${days})`.execute(tx)
  await tx
    .insertInto('report_day')
    .values(
      rows.map(({ day, vendor, body, volume }) => ({
        studio_id: studio,
        kind,
        day,
        vendor_id: vendor,
        calendar: digest,
        body,
        volume_length: volume,
      })),
    )
    .execute()
}

const NO_CALENDAR = { opens: 0, closes: 0, holidays: [] }
/** A day without facts. */
const EMPTY: Record<PreparedKind, Buffer> = {
  requests: packFacts(collectFacts([], NO_CALENDAR)),
  downloads: packDownloads([]),
  rejections: packRejections(collectRejections([], [])),
}
