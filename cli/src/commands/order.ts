import { randomUUID } from 'node:crypto'
import { assets, workrequests } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { bodyFrom, type Writing } from '../resources/input/body.ts'
import type { Client } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { zoned } from '../output/format.ts'
import { printFacts, printJson, printTable } from '../output/print.ts'

type Wanted = Writing & {
  territory?: string
  language?: string
  due?: string
  instructions?: string
  tags?: string
  autosubs?: boolean
  uses?: string[]
  dialogue?: string
  graphics?: string
  narration?: string
}
type Options = Wanted & {
  asset: string[]
  draft?: boolean
  estimate?: boolean
  key?: string
  json?: boolean
}
type NewOrder = Omit<workrequests.NewWorkRequest, 'asset'>

export async function order(
  client: Client,
  { asset: named, draft, estimate, key = randomUUID(), json, ...wanted }: Options,
): Promise<void> {
  const body = await orderFrom(client, wanted)
  const found = await Promise.all(
    named.map((id) => client.call(assets.getAsset, { params: { id } })),
  )
  if (estimate) return tellPrices(client, found, body, json)

  const given: workrequests.WorkRequest[] = []
  try {
    for (const { _id } of found) {
      // One key for each asset: who gives the same order again is answered with the first.
      given.push(
        await client.call(workrequests.createWorkRequest, {
          body: { ...body, asset: _id, ...(!draft && { status: 'submitted' as const }) },
          headers: { 'idempotency-key': `${key}.${_id}` },
        }),
      )
    }
  } catch (error) {
    throw json ? error : explained(error)
  } finally {
    // What was ordered before a fault is ordered, so it is told.
    if (json) printJson(given)
    else if (given.length)
      printTable(
        ['Work request', 'Asset', 'Status', 'Due', 'Estimate'],
        given.map(({ _id, asset, status, due, estimate: { applied } }) => [
          _id,
          asset.name,
          status,
          zoned(due),
          applied,
        ]),
      )
  }
}

async function orderFrom(
  client: Client,
  { uses, dialogue, graphics, narration, ...rest }: Wanted,
): Promise<NewOrder> {
  const body = (await bodyFrom(client, workrequests.createWorkRequest, rest)) as NewOrder
  const dng = Object.fromEntries(
    Object.entries({ dialogue, graphics, narration })
      .filter(([, typed]) => typed !== undefined)
      .map(([part, typed]) => [part, listFrom(typed!)]),
  )
  return {
    ...body,
    ...(Object.keys(dng).length && { dng: { ...body.dng, ...dng } }),
    ...(uses && { uses: usesFrom(uses) }),
  }
}

const listFrom = (typed: string) =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/**
 * `Online:1080p,Online:Square 1080p,Broadcast:SD 16:9:ship`: the use, what of it, and whether it is
 * shipped.
 */
function usesFrom(typed: readonly string[]): NonNullable<NewOrder['uses']> {
  const parts = typed
    .flatMap(listFrom)
    .map((part) => /^([^:]+)(?::(.+?))?(:ship)?$/.exec(part))
    .filter((part) => part !== null)
  const items = [
    ...new Set(parts.map(([, use]) => use!)),
  ] as workrequests.WorkRequest['uses']['items']
  const detailsOf = (use: string) =>
    parts
      .filter((part) => part[1] === use && part[2])
      .map(([, , value, ship]) => ({ value: value!, ship: Boolean(ship) }))
  return { items, details: Object.fromEntries(items.map((use) => [use, detailsOf(use)])) }
}

/** Which flag gives what the service misses. */
const GIVES: Record<string, string> = {
  territory: '--territory DE',
  language: '--language deu',
  dng: '--dialogue Subtitled',
  uses: '--uses Online:1080p',
  due: '--due 2026-12-01T18:00 --tz Europe/Berlin',
}

function explained(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'workrequest.unfinished') return error
  const missing = error.errors.map(
    ({ pointer, message }) => `\n  ${message}\n    such as ${GIVES[pointer.slice(1)] ?? '--set …'}`,
  )
  return new Stop(
    'refused',
    `The order cannot be handed in yet; with --draft it is kept as it is.${missing.join('')}`,
  )
}

async function tellPrices(
  { call }: Client,
  found: assets.Asset[],
  body: NewOrder,
  json: boolean | undefined,
) {
  const prices = await Promise.all(
    found.map(async ({ _id, name }) => ({
      asset: _id,
      name,
      ...(await call(workrequests.estimateWorkRequest, { body: { ...body, asset: _id } })),
    })),
  )
  if (json) return printJson(prices)
  for (const { name, minutes, base, applied, lines } of prices) {
    printFacts([
      ['Asset', name],
      ['Minutes', minutes],
      ['Before what is there already', base],
      ['Estimate', applied],
    ])
    console.log()
    printTable(
      ['What', 'Of', 'Base', 'Applied'],
      lines.map((line) => [line.what, line.of, line.base, line.applied]),
    )
    console.log()
  }
}
