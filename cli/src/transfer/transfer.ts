// Many files on their way, in or out: so many at once, each told of, and what became of all of
// them.
import { Refusal } from '@reelay/client'
import type { Client, OpenClient, Who } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { endingOf } from '../output/errors.ts'
import { inLanes } from './concurrency.ts'
import { openTelling, type Told } from './reporter.ts'

export type Moving = { json?: boolean; parallel?: string }
export type Here = { client: Client; who: Who; tell: (told: Told) => void; signal: AbortSignal }
type Item = { path: string; size: number }
type Work<T extends Item> = { items: readonly T[]; move: (item: T) => Promise<void> }
type Asked = Moving & { open: OpenClient; did: string }

/** Of a small file most of the time is waiting for answers: four go where one larger would. */
const SMALL = 1024 * 1024
const LARGE = 4
const PARALLEL = 4
/** With the usual pauses about five minutes: longer than any restart. */
const TRIES = 20

/** `plan` finds out what is to be done; nothing, where it has said all there is to say. */
export async function underway<T extends Item>(
  { open, did, json, parallel }: Asked,
  plan: (here: Here) => Promise<Work<T> | undefined>,
): Promise<void> {
  const room = LARGE * wholeOf(parallel)
  const telling = openTelling({
    did,
    json,
    out: process.stdout,
    err: process.stderr,
    now: () => performance.now(),
  })
  const { tell } = telling
  const { client, ...who } = await open({
    tries: TRIES,
    onPause: () =>
      tell({ event: 'paused', why: 'The service does not answer, or is too busy; trying again …' }),
  })
  const leaving = new AbortController()
  const work = await plan({ client, who, tell, signal: leaving.signal })
  if (!work) return

  let [isBrokenOff, fault] = [false, undefined as unknown]
  const breakOff = () => {
    isBrokenOff = true
    leaving.abort()
  }
  const move = (item: T) =>
    work.move(item).catch((error: unknown) => {
      if (leaving.signal.aborted) return
      if (!isForAll(error)) return tell({ event: 'failed', path: item.path, ...whyOf(error) })
      fault = error
      leaving.abort()
    })
  for (const name of SIGNALS) process.once(name, breakOff)
  telling.begin({
    files: work.items.length,
    bytes: work.items.reduce((sum, { size }) => sum + size, 0),
  })
  await inLanes(
    work.items,
    { room, weightOf: ({ size }) => (size > SMALL ? LARGE : 1), signal: leaving.signal },
    move,
  )
  for (const name of SIGNALS) process.off(name, breakOff)

  const { failed } = telling.end()
  if (isBrokenOff)
    throw new Stop('cancelled', `You broke it off. It goes on where it was with: ${sameAgain()}`)
  if (fault !== undefined && !json) console.error(`It goes on where it was with: ${sameAgain()}`)
  if (fault !== undefined) throw fault
  if (failed) throw new Stop('partly')
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function wholeOf(parallel = String(PARALLEL)): number {
  if (!/^[1-9]\d?$/.test(parallel))
    throw new Stop('misused', `--parallel takes a number from 1 to 99, not "${parallel}".`)
  return Number(parallel)
}

/** What would be so for every other file too. */
const isForAll = (error: unknown) =>
  error instanceof Refusal
    ? [401, 403, 429, 502, 503, 504, 507].includes(error.status)
    : endingOf(error) === 'unreachable'

function whyOf(error: unknown): { why: string; code?: string } {
  if (error instanceof Refusal)
    return {
      why: [
        error.message,
        ...error.errors.map(({ pointer, message }) => `${pointer} ${message}`),
      ].join('; '),
      code: error.code,
    }
  return { why: error instanceof Error ? error.message : String(error) }
}

const sameAgain = () =>
  ['reelay', ...process.argv.slice(2)]
    .map((word) =>
      /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(' ')
