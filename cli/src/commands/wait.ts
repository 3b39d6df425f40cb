// Waits until a record has a value. Events say when to look again. A timer does too, because not
// every change is an event, and the stream may be unavailable.
import { events } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson, toCellValue } from '../output/print.ts'
import { sanitizeText } from '../output/text-width.ts'
import { RESOURCE_DEFINITIONS } from '../resources/all.ts'
import { splitList } from '../resources/input/body.ts'
import { getField } from '../resources/input/fields.ts'
import { RESOURCES, type ResourceName } from '../resources/names.ts'

type Options = { record: string; for?: string[]; timeout?: string; json?: boolean }
type Condition = { field: string; values: string[] }

/** Ids do not tell their type, so these are tried in this order. */
const WAITABLE = [
  'requests',
  'files',
  'translations',
  'offlines',
  'assets',
  'previews',
] as const satisfies ResourceName[]

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 10_000

export async function wait(client: Client, options: Options): Promise<void> {
  const { record: id, json } = options
  const conditions = parseConditions(options.for)
  const timeoutMs = parseDuration(options.timeout ?? '10m')
  const deadline = performance.now() + timeoutMs
  const { resource, record: first } = await findRecord(client, id)
  const alarm = createAlarm(client)
  try {
    let shown = ''
    let record = first
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 1.5, MAX_DELAY_MS)) {
      if (conditions.every((condition) => holds(record, condition))) break
      const state = describe(record, conditions)
      if (state !== shown) console.error(`Waiting. Now: ${sanitizeText(state)}`)
      shown = state
      const left = deadline - performance.now()
      if (left <= 0)
        throw new CliError('timeout', `Timed out after ${options.timeout ?? '10m'}. Now: ${state}`)
      await alarm.sleep(Math.min(delay, left))
      record = await readRecord(client, resource, id)
    }
    if (json) return printJson(record)
    printDetails([
      [sentenceCase(RESOURCES[resource].singular), id],
      ...conditions.map(({ field }) => [field, toCellValue(getField(record, field))] as const),
    ])
  } finally {
    alarm.close()
  }
}

const sentenceCase = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

function parseConditions(texts: string[] = []): Condition[] {
  if (!texts.length)
    throw new CliError('usage', 'Say what to wait for, such as --for status=complete')
  return texts.map((text) => {
    const [, field, list] = /^([\w$.]+)=(.+)$/.exec(text) ?? []
    if (!field || !list)
      throw new CliError(
        'usage',
        `--for takes field=value, such as status=complete, not "${text}".`,
      )
    return { field, values: splitList(list) }
  })
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 }

function parseDuration(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? []
  if (!count)
    throw new CliError('usage', `--timeout takes a time such as 90s, 10m or 2h, not "${text}".`)
  return Number(count) * UNITS[unit as keyof typeof UNITS]
}

const valueOf = (record: unknown, field: string): string => {
  const value = getField(record, field)
  return value === null || value === undefined ? '' : String(toCellValue(value))
}

const holds = (record: unknown, { field, values }: Condition): boolean =>
  values.includes(valueOf(record, field))

const describe = (record: unknown, conditions: readonly Condition[]): string =>
  conditions.map(({ field }) => `${field}=${valueOf(record, field)}`).join(', ')

async function findRecord(
  client: Client,
  id: string,
): Promise<{ resource: ResourceName; record: unknown }> {
  let missing: unknown
  for (const resource of WAITABLE) {
    try {
      return { resource, record: await readRecord(client, resource, id) }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      missing = error
    }
  }
  throw missing
}

const readRecord = (client: Client, resource: ResourceName, id: string): Promise<unknown> =>
  client.call(RESOURCE_DEFINITIONS[resource].show!, { params: { id } } as never)

/** Sleeps until an event arrives or the time is over. Without a stream it only sleeps. */
function createAlarm({ listen }: Client) {
  const controller = new AbortController()
  let wake = () => {}
  const listening = async () => {
    for await (const { type } of listen(events.streamEvents, { signal: controller.signal }))
      if (type !== 'connected') wake()
  }
  // The timer still works if the stream is refused.
  listening().catch(() => undefined)
  return {
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    close: () => controller.abort(),
  }
}
