// Transfers many files, several at a time, reports each, and ends with the right exit code.
import { ApiError, type Client } from '@reelay/client'
import type { CliAccount, OpenClient } from '../client.ts'
import { exitReasonFor } from '../output/errors.ts'
import { CliError } from '../output/exit-codes.ts'
import { runConcurrently } from './concurrency.ts'
import { createReporter, type TransferEvent, type TransferReporter } from './reporter.ts'

export type TransferOptions = { json?: boolean; parallel?: string }
export type TransferContext = {
  client: Client
  account: CliAccount
  report: (event: TransferEvent) => void
  signal: AbortSignal
}
type TransferItem = { path: string; size: number }
type TransferPlan<T extends TransferItem> = {
  items: readonly T[]
  transfer: (item: T) => Promise<void>
  batches?: TransferBatches<T>
}
type TransferBatches<T extends TransferItem> = {
  /** Items that are not in a batch stay alone. */
  divide: (items: readonly T[]) => T[][]
  /** Returns the items that must be transferred alone. */
  transfer: (batch: readonly T[]) => Promise<readonly T[]>
}

/** Small files spend most of their time waiting, so four run in the place of a large one. */
const SMALL_SIZE = 1024 * 1024
const LARGE_WEIGHT = 4
const DEFAULT_PARALLEL = 4
/** With the default pauses about five minutes: longer than any restart. */
const ATTEMPTS = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * `makePlan` decides what to transfer; undefined if there is nothing left to do, as for a dry run.
 */
export async function runTransfer<T extends TransferItem>(
  { open, verb, json, parallel }: TransferOptions & { open: OpenClient; verb: string },
  makePlan: (context: TransferContext) => Promise<TransferPlan<T> | undefined>,
): Promise<void> {
  const capacity = LARGE_WEIGHT * parseParallel(parallel)
  const reporter = createReporter({
    verb,
    json,
    out: process.stdout,
    err: process.stderr,
    now: () => performance.now(),
  })
  const { report } = reporter
  const { client, ...account } = await open({
    attempts: ATTEMPTS,
    onRetry: () =>
      report({
        event: 'paused',
        reason: 'The service does not respond or is overloaded. Retrying…',
      }),
  })
  const controller = new AbortController()
  const plan = await makePlan({ client, account, report, signal: controller.signal })
  if (!plan) return
  const { wasInterrupted, fatalError } = await transferAll(plan, reporter, controller, capacity)

  const { failed } = reporter.end()
  if (wasInterrupted)
    throw new CliError('interrupted', `Interrupted. To resume, run: ${sameCommand()}`)
  if (fatalError !== undefined) {
    if (!json) console.error(`To resume, run: ${sameCommand()}`)
    throw fatalError
  }
  if (failed) throw new CliError('partialFailure')
}

async function transferAll<T extends TransferItem>(
  { items, transfer, batches }: TransferPlan<T>,
  { report, begin }: TransferReporter,
  controller: AbortController,
  capacity: number,
): Promise<{ wasInterrupted: boolean; fatalError: unknown }> {
  const { signal } = controller
  let wasInterrupted = false
  let fatalError: unknown
  const interrupt = () => {
    wasInterrupted = true
    controller.abort()
  }
  const abort = (error: unknown) => {
    fatalError ??= error
    controller.abort()
  }
  const transferOne = (item: T) =>
    transfer(item).catch((error: unknown) => {
      if (signal.aborted) return
      if (affectsAllFiles(error)) return abort(error)
      report({ event: 'failed', path: item.path, ...explain(error) })
    })
  const transferBatch = async (batch: readonly T[]) => {
    const alone = await batches!.transfer(batch).catch((error: unknown) => {
      if (!signal.aborted) abort(error)
      return []
    })
    await runConcurrently(alone, { capacity: LARGE_WEIGHT, weightOf, signal }, transferOne)
  }
  for (const name of SIGNALS) process.once(name, interrupt)
  begin({ files: items.length, bytes: items.reduce((sum, { size }) => sum + size, 0) })
  const units = batches?.divide(items) ?? []
  const inBatches = new Set(units.flat())
  const others = items.filter((item) => !inBatches.has(item))
  await runConcurrently<T | T[]>(
    [...units, ...others],
    { capacity, weightOf: (unit) => (Array.isArray(unit) ? LARGE_WEIGHT : weightOf(unit)), signal },
    (unit) => (Array.isArray(unit) ? transferBatch(unit) : transferOne(unit)),
  )
  for (const name of SIGNALS) process.off(name, interrupt)
  return { wasInterrupted, fatalError }
}

const weightOf = ({ size }: TransferItem) => (size > SMALL_SIZE ? LARGE_WEIGHT : 1)

function parseParallel(parallel = String(DEFAULT_PARALLEL)): number {
  if (!/^[1-9]\d?$/.test(parallel))
    throw new CliError('usage', `--parallel takes a number from 1 to 99, not "${parallel}".`)
  return Number(parallel)
}

export const affectsAllFiles = (error: unknown) =>
  error instanceof ApiError
    ? [401, 403, 429, 502, 503, 504, 507].includes(error.status)
    : exitReasonFor(error) === 'unavailable'

function explain(error: unknown): { reason: string; code?: string } {
  if (!(error instanceof ApiError))
    return { reason: error instanceof Error ? error.message : String(error) }
  const fields = error.errors.map(({ pointer, message }) => `${pointer} ${message}`)
  return { reason: [error.message, ...fields].join('; '), code: error.code }
}

/** The command line, quoted for a shell. */
const sameCommand = () =>
  ['reelay', ...process.argv.slice(2)]
    .map((word) =>
      /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(' ')
