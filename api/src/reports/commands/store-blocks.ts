// Prepares blocks of days for reports (docs/decisions/0128).
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { calendarDigest, type PreparedKind } from '../queries/report-days.ts'
import { BLOCK_DAYS, type BlockScope } from '../rules/blocks.ts'
import { collectDownloadBlock, packDownloadBlock } from '../rules/download-blocks.ts'
import { unpackDownloads } from '../rules/download-facts.ts'
import { mergeRejections, packRejections, unpackRejections } from '../rules/rejection-facts.ts'
import { collectBlocks, packBlock, volumeLengthOfBlock } from '../rules/request-blocks.ts'
import { unpackFacts } from '../rules/request-facts.ts'

/** A statement has at most 65,535 values. */
const MAX_ROWS = 1_000

type Block = { studio: string; digest: string; days: number; day: number }
type StoredDay = { vendor: string; body: Buffer }
type PackedBlock = BlockScope & { body: Buffer; volume: number | null }

/** `day` is the first one. */
const PACKED: Record<PreparedKind, (days: StoredDay[], day: number) => PackedBlock[]> = {
  requests: packRequestBlocks,
  downloads: packDownloads,
  rejections: packRejectionsOfDays,
}
const KINDS = Object.keys(PACKED) as PreparedKind[]

/** Prepares a block of days that are all prepared. Returns whether there was one. */
export async function storeBlock(tx: Tx): Promise<boolean> {
  for (const kind of KINDS)
    for (const days of BLOCK_DAYS) {
      const block = await findBlock(tx, kind, days)
      if (!block) continue
      await saveBlock(tx, kind, block, PACKED[kind](await readDays(tx, kind, block), block.day))
      return true
    }
  return false
}

async function findBlock(tx: Tx, kind: PreparedKind, days: number): Promise<Block | undefined> {
  const length = sql.lit(days)
  const { rows } = await sql<Block>`
    select s.id as studio, ${calendarDigest(kind)} as digest, ${length} as days, block.day
    from studio s
    cross join lateral (
      select min(day) as first, max(day) as last from report_day
      where studio_id = s.id and kind = ${kind}) prepared
    cross join generate_series(
      (prepared.first + ${length} - 1) / ${length}, (prepared.last + 1) / ${length} - 1) number
    cross join lateral (select number * ${length} as day) block
    where not exists (
        select from report_block b
        where b.studio_id = s.id and b.kind = ${kind} and b.days = ${length}
          and b.day = block.day and b.scope = 'studio' and b.calendar = ${calendarDigest(kind)})
      and not exists (
        select from report_mark m
        where m.studio_id = s.id and m.kind = ${kind}
          and m.day >= block.day and m.day < block.day + ${length})
    order by block.day desc limit 1`.execute(tx)
  return rows[0]
}

async function readDays(
  tx: Tx,
  kind: PreparedKind,
  { studio, day, days }: Block,
): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select vendor_id as vendor, body from report_day
    where studio_id = ${studio} and kind = ${kind} and day >= ${day} and day < ${day + days}
    order by day, vendor_id`.execute(tx)
  return rows
}

function packRequestBlocks(days: StoredDay[]): PackedBlock[] {
  const facts = days.map(({ vendor, body }) => ({ vendor, facts: unpackFacts(body) }))
  return collectBlocks(facts).map(({ scope, id, block }) => {
    const body = packBlock(block)
    return { scope, id, body, volume: volumeLengthOfBlock(body) }
  })
}

function packDownloads(days: StoredDay[], day: number): PackedBlock[] {
  const facts = days.map(({ body }) => unpackDownloads(body))
  const body = packDownloadBlock(collectDownloadBlock(facts, day * 86_400))
  return [{ scope: 'studio', id: '', body, volume: null }]
}

function packRejectionsOfDays(days: StoredDay[]): PackedBlock[] {
  const facts = mergeRejections(days.map(({ body }) => unpackRejections(body)))
  return [{ scope: 'studio', id: '', body: packRejections(facts), volume: null }]
}

async function saveBlock(
  tx: Tx,
  kind: PreparedKind,
  { studio, digest, day, days }: Block,
  packed: PackedBlock[],
): Promise<void> {
  await sql`
    delete from report_block
    where studio_id = ${studio} and kind = ${kind} and days = ${days} and day = ${day}`.execute(tx)
  const rows = packed.map(({ scope, id, body, volume }) => ({
    studio_id: studio,
    kind,
    days,
    day,
    scope,
    scope_id: id,
    calendar: digest,
    body,
    volume_length: volume,
  }))
  for (let at = 0; at < rows.length; at += MAX_ROWS)
    await tx
      .insertInto('report_block')
      .values(rows.slice(at, at + MAX_ROWS))
      .execute()
}
