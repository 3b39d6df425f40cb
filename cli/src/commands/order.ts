import { randomUUID } from 'node:crypto'
import { assets, workrequests } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { formatPrice, formatZonedTime } from '../output/format.ts'
import { printDetails, printJson, printTable } from '../output/print.ts'
import { buildBody, splitList, type BodyOptions } from '../resources/input/body.ts'

type OrderFields = BodyOptions & {
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
type Options = OrderFields & {
  asset: string[]
  draft?: boolean
  estimate?: boolean
  idempotencyKey?: string
  json?: boolean
}
type OrderBody = Omit<workrequests.NewWorkRequest, 'asset'>

export async function order(
  client: Client,
  { asset: ids, draft, estimate, idempotencyKey = randomUUID(), json, ...fields }: Options,
): Promise<void> {
  const body = await buildOrder(client, fields)
  const found = await Promise.all(ids.map((id) => client.call(assets.getAsset, { params: { id } })))
  if (estimate) return printEstimates(client, found, body, json)

  const orders: workrequests.WorkRequest[] = []
  try {
    for (const { _id } of found) {
      orders.push(
        await client.call(workrequests.createWorkRequest, {
          body: { ...body, asset: _id, ...(!draft && { status: 'submitted' as const }) },
          headers: { 'idempotency-key': `${idempotencyKey}.${_id}` },
        }),
      )
    }
  } catch (error) {
    throw json ? error : explainMissing(error)
  } finally {
    // Printed also after an error: these orders exist.
    if (json) printJson(orders)
    else if (orders.length) printOrders(orders)
  }
}

const printOrders = (orders: workrequests.WorkRequest[]) =>
  printTable(
    ['Work request', 'Asset', 'Status', 'Due', 'Estimate'],
    orders.map(({ _id, asset, status, due, estimate }) => [
      _id,
      asset.name,
      status,
      formatZonedTime(due),
      formatPrice(estimate),
    ]),
  )

async function buildOrder(
  client: Client,
  { uses, dialogue, graphics, narration, ...fields }: OrderFields,
): Promise<OrderBody> {
  const body = (await buildBody(client, workrequests.createWorkRequest, fields)) as OrderBody
  const treatments = Object.fromEntries(
    Object.entries({ dialogue, graphics, narration })
      .filter(([, list]) => list !== undefined)
      .map(([part, list]) => [part, splitList(list!)]),
  )
  return {
    ...body,
    ...(Object.keys(treatments).length && { dng: { ...body.dng, ...treatments } }),
    ...(uses && { uses: parseUses(uses) }),
  }
}

/**
 * Parses `Online:1080p,Online:Square 1080p,Broadcast:SD 16:9:ship`: the use, its detail, and
 * whether it is shipped.
 */
function parseUses(texts: readonly string[]): NonNullable<OrderBody['uses']> {
  const parts = texts
    .flatMap(splitList)
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

/** An example flag for each missing field. */
const FLAG_EXAMPLES: Record<string, string> = {
  territory: '--territory DE',
  language: '--language deu',
  dng: '--dialogue Subtitled',
  uses: '--uses Online:1080p',
  due: '--due 2026-12-01T18:00 --tz Europe/Berlin',
}

function explainMissing(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'workrequest.unfinished') return error
  const missing = error.errors.map(
    ({ pointer, message }) =>
      `\n  ${message}\n    such as ${FLAG_EXAMPLES[pointer.slice(1)] ?? '--set …'}`,
  )
  return new CliError(
    'rejected',
    `The order is incomplete. To save it as it is, add --draft.${missing.join('')}`,
  )
}

async function printEstimates(
  { call }: Client,
  found: assets.Asset[],
  body: OrderBody,
  json: boolean | undefined,
) {
  const estimates = await Promise.all(
    found.map(async ({ _id, name }) => ({
      asset: _id,
      name,
      ...(await call(workrequests.estimateWorkRequest, { body: { ...body, asset: _id } })),
    })),
  )
  if (json) return printJson(estimates)
  for (const { name, minutes, base, applied, currency, lines } of estimates) {
    printDetails([
      ['Asset', name],
      ['Minutes', minutes],
      ['Before reuse', `${base} ${currency}`],
      ['Estimate', `${applied} ${currency}`],
    ])
    console.log()
    printTable(
      ['What', 'Of', 'Base', 'Applied'],
      lines.map((line) => [line.what, line.of, line.base, line.applied]),
    )
    console.log()
  }
}
