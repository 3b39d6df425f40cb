// Reads events for all streams at once. An event wakes every listener: one statement checks the
// access of all of them, and listeners with the same roles and groups share one read and its bytes.
import type { App, KnownCaller } from '../../kernel/http/app.ts'
import { limitConcurrency } from '../../kernel/compute/concurrency-limit.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { databaseFor } from '../../kernel/http/database-for.ts'
import { listSignals, type StoredSignal } from '../../kernel/events/signals.ts'
import { bytesOf } from '../../kernel/http/server-sent-events.ts'
import { listEventsBetween, listNamed, listSeenSignals, listSharedEvents } from '../queries.ts'
import { presentEvent } from '../rules/present.ts'
import { sharedReadKey, withoutIdentity } from '../rules/shared-reads.ts'
import {
  changedRecordOf,
  isReceiver,
  TYPES_WITHOUT_SIGNAL,
  type EventSubject,
} from '../rules/signals.ts'

/** `sequence` is that of the last event that was read for the listener. */
export type Listener = { identity: KnownCaller; view: ReplyContext; sequence: number }
/** `messages` are empty if there is nothing to send. */
type ReadResult = { identity: KnownCaller; messages: Buffer; sequence: number }
/** Reads up to this sequence. Without one it checks the access of the listener only. */
export type ReadForListener = (listener: Listener, upTo: number | undefined) => Promise<ReadResult>

const NOTHING = Buffer.alloc(0)
const BATCH_SIZE = 50
/** An event wakes all streams at once. This limit leaves database connections for requests. */
const CONCURRENT_READS = 2

type Pending = {
  listener: Listener
  upTo: number | undefined
  resolve: (result: ReadResult) => void
  reject: (error: unknown) => void
}

/** Reads for all listeners that have asked meanwhile, and then for those who asked since. */
export function createSharedReads(app: App): ReadForListener {
  const limitReads = limitConcurrency(CONCURRENT_READS)
  let waiting: Pending[] = []
  let reading = false

  async function readAll() {
    reading = true
    // Listeners that wake together ask within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length) {
      const batch = waiting
      waiting = []
      await readBatch(app, limitReads, batch).catch((error: unknown) =>
        batch.forEach(({ reject }) => reject(error)),
      )
    }
    reading = false
  }

  return (listener, upTo) =>
    new Promise((resolve, reject) => {
      waiting.push({ listener, upTo, resolve, reject })
      if (!reading) void readAll()
    })
}

type LimitReads = ReturnType<typeof limitConcurrency>
/** A listener whose access was checked. */
type Checked = Pending & { upTo: number }

async function readBatch(app: App, limitReads: LimitReads, batch: Pending[]): Promise<void> {
  const refreshed = await app.authenticator.refresh(batch.map(({ listener }) => listener.identity))
  const checked: Checked[] = []
  for (const [index, pending] of batch.entries()) {
    const identity = refreshed[index]!
    const { listener, upTo } = pending
    if (identity instanceof Problem) pending.reject(identity)
    else if (upTo === undefined)
      pending.resolve({ identity, messages: NOTHING, sequence: listener.sequence })
    else checked.push({ ...pending, listener: { ...listener, identity }, upTo })
  }
  if (!checked.length) return
  const signals = await listSignals(app.database.system, commonRange(checked))
  const groups = await groupListeners(app, checked, signals)
  await Promise.all(
    groups.map(({ shared, listeners }) =>
      limitReads(async () => {
        const complete = await withSignals(app, { shared, listeners }, signals)
        await (shared ? readShared : readAlone)(app, complete)
      }).catch((error: unknown) => listeners.forEach(({ reject }) => reject(error))),
    ),
  )
}

/** From the first event that one of the listeners has not received to the last one. */
const commonRange = (listeners: Checked[]) => ({
  after: Math.min(...listeners.map(({ listener }) => listener.sequence)),
  upTo: Math.max(...listeners.map(({ upTo }) => upTo)),
})

/** Each listener also gets the signals for them, after the events. */
async function withSignals(
  app: App,
  { shared, listeners }: Group,
  signals: StoredSignal[],
): Promise<Checked[]> {
  if (!signals.length) return listeners
  const { caller } = listeners[0]!.listener.identity
  const person = shared ? withoutIdentity(caller) : caller
  const itemSignals = signals.filter((signal) => signal.items)
  const seen = itemSignals.length
    ? await listSeenSignals(dbOf(app, person), person, itemSignals)
    : new Set<number>()
  return listeners.map((pending) => {
    const { sequence, identity } = pending.listener
    const own = signals.filter(
      (signal) =>
        signal.sequence > sequence &&
        signal.sequence <= pending.upTo &&
        (seen.has(signal.sequence) || isReceiver(signal, identity.caller)),
    )
    const bytes = own.map(({ type, record }) =>
      bytesOf({ event: 'changed', data: { type, _id: record } }),
    )
    return {
      ...pending,
      resolve: (result) =>
        pending.resolve({ ...result, messages: Buffer.concat([result.messages, ...bytes]) }),
    }
  })
}

type Group = { shared: boolean; listeners: Checked[] }

/** People who are named in the events get a read of their own, and so do those with other roles. */
async function groupListeners(
  { database }: App,
  checked: Checked[],
  signals: StoredSignal[],
): Promise<Group[]> {
  const candidates = checked.filter(({ listener, upTo }) => upTo - listener.sequence <= BATCH_SIZE)
  const named = candidates.length
    ? await listNamed(database.system, idsOf(candidates), {
        ...commonRange(candidates),
        items: signals.flatMap(({ items }) => items ?? []),
      })
    : new Set<string>()
  const groups = new Map<string, Group>()
  for (const [index, pending] of checked.entries()) {
    const { sequence, identity, view } = pending.listener
    const isCandidate = pending.upTo - sequence <= BATCH_SIZE && !named.has(identity.caller._id)
    const shared = isCandidate ? sharedReadKey(identity.caller, view) : undefined
    const key = shared === undefined ? String(index) : `${sequence} ${pending.upTo} ${shared}`
    const group = groups.get(key)
    if (group) group.listeners.push(pending)
    else groups.set(key, { shared: shared !== undefined, listeners: [pending] })
  }
  return [...groups.values()]
}

const idsOf = (listeners: Checked[]): string[] => [
  ...new Set(listeners.map(({ listener }) => listener.identity.caller._id)),
]

const dbOf = (app: App, person: Caller) => databaseFor(app, { person, studioClient: null })
const rangeOf = ({ listener, upTo }: Checked) => ({
  after: listener.sequence,
  upTo,
  limit: BATCH_SIZE,
})
/** A full batch may not be the last one. */
const lastOf = (events: { sequence: number }[], upTo: number): number =>
  events.length < BATCH_SIZE ? upTo : events.at(-1)!.sequence

/** What a listener gets whom the event does not concern. */
const signalOf = (subject: EventSubject): Buffer => {
  const data = changedRecordOf(subject)
  return data ? bytesOf({ event: 'changed', data }) : NOTHING
}

async function readAlone(app: App, listeners: Checked[]): Promise<void> {
  for (const pending of listeners) {
    const { identity, view } = pending.listener
    const events = await listEventsBetween(
      dbOf(app, identity.caller),
      identity.caller,
      rangeOf(pending),
    )
    const messages = events.map(({ event, subject }) =>
      event
        ? bytesOf({
            id: event._id,
            data: presentEvent(event, { ...view, person: identity.caller }),
          })
        : signalOf(subject),
    )
    pending.resolve({
      identity,
      messages: Buffer.concat(messages),
      sequence: lastOf(events, pending.upTo),
    })
  }
}

/** Reads as somebody without an id, and so as nobody who is named in an event. */
async function readShared(app: App, listeners: Checked[]): Promise<void> {
  const [first] = listeners as [Checked]
  const { identity, view } = first.listener
  const person = withoutIdentity(identity.caller)
  const events = await listSharedEvents(dbOf(app, person), person, idsOf(listeners), rangeOf(first))
  const messages = events.map(({ event, subject, people }) => ({
    bytes:
      event && bytesOf({ id: event._id, data: presentEvent(event, { ...view, person, sign }) }),
    signal: TYPES_WITHOUT_SIGNAL.includes(subject.type) ? NOTHING : signalOf(subject),
    people: people && new Set(people),
  }))
  const sequence = lastOf(events, first.upTo)
  /** Most listeners get the same: the bytes of all messages, or the signals. */
  const sent = new Map<string, Buffer>()
  for (const { listener, resolve } of listeners) {
    const concerned = messages.map(
      ({ people }) => people === null || people.has(listener.identity.caller._id),
    )
    const key = concerned.map(Number).join('')
    const joined =
      sent.get(key) ??
      Buffer.concat(
        messages.map(({ bytes, signal }, index) => (concerned[index] && bytes) || signal),
      )
    sent.set(key, joined)
    resolve({ identity: listener.identity, messages: joined, sequence })
  }
}

/** A signed URL is for one person, so a shared message has none. */
const sign = () => {
  throw new Error('A shared message has no signed URL')
}
