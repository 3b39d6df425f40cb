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
  to?: string[]
  draft?: boolean
  estimate?: boolean
  idempotencyKey?: string
  json?: boolean
}
type OrderBody = Omit<workrequests.NewWorkRequest, 'asset'>
type PlacedOrder = workrequests.PlacedOrder
const { MAX_BATCH_ORDERS } = workrequests

export async function order(
  client: Client,
  { asset: ids, to, draft, estimate, idempotencyKey = randomUUID(), json, ...fields }: Options,
): Promise<void> {
  const places = to && parsePlaces(to)
  const body = await buildOrder(client, fields)
  const found = await Promise.all(ids.map((id) => client.call(assets.getAsset, { params: { id } })))
  if (estimate) return printEstimates(client, found, { ...body, ...places?.[0] }, json)

  const template = { ...body, ...(!draft && { status: 'submitted' as const }) }
  const orders = found.flatMap(({ _id }) =>
    (places ?? [{}]).map((place) => ({ ...place, asset: _id })),
  )
  const placed: PlacedOrder[] = []
  try {
    for (let first = 0; first < orders.length; first += MAX_BATCH_ORDERS)
      placed.push(
        ...(await client.call(workrequests.createWorkRequests, {
          body: { template, orders: orders.slice(first, first + MAX_BATCH_ORDERS) },
          headers: { 'idempotency-key': `${idempotencyKey}.${first}` },
        })),
      )
  } finally {
    // Printed also after an error: these orders exist.
    const records = placed.flatMap((one) => ('record' in one ? [one.record] : []))
    if (json) printJson(records)
    else if (records.length) printOrders(records)
  }
  rejectRefused(placed, { names: orders.map((one) => nameOf(one, found)), json })
}

/** Parses `DE:deu,FR:fra`. */
function parsePlaces(texts: readonly string[]): { territory: string; language: string }[] {
  return texts.flatMap(splitList).map((text) => {
    const [territory, language, ...rest] = text.split(':')
    if (!territory || !language || rest.length)
      throw new CliError('usage', `--to ${text}: write a territory and a language, such as DE:deu`)
    return { territory, language }
  })
}

const nameOf = (
  { asset, territory, language }: { asset: string; territory?: string; language?: string },
  found: readonly assets.Asset[],
) =>
  [found.find(({ _id }) => _id === asset)!.name, territory, language]
    .filter((part) => part !== undefined)
    .join(' ')

/** The only order, as if it had been sent alone; otherwise each with its reason. */
function rejectRefused(
  placed: readonly PlacedOrder[],
  { names, json }: { names: readonly string[]; json: boolean | undefined },
) {
  const refused = placed.flatMap((one, index) =>
    'problem' in one
      ? [{ name: names[index]!, error: new ApiError(one.status, one.problem, new Headers()) }]
      : [],
  )
  const [first, ...others] = refused
  if (!first) return
  if (placed.length === 1 || (json && others.length === placed.length - 1))
    throw json ? first.error : explainMissing(first.error)
  throw new CliError(
    others.length === placed.length - 1 ? 'rejected' : 'partialFailure',
    [
      `${refused.length} of ${placed.length} orders were refused:`,
      ...refused.map(({ name, error }) => `  ${name}: ${error.message}`),
    ].join('\n'),
  )
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
  if (!(error instanceof ApiError) || error.code !== 'work-request.incomplete') return error
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
