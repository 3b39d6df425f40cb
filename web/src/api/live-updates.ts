// Invalidates queries when other people change something. One tab listens to the event stream for
// all tabs of the browser, because HTTP/1.1 allows six connections per host.
import { events } from '@reelay/api/contract'
import type { QueryClient } from '@tanstack/react-query'
import { invalidatePaths } from './mutations.ts'
import type { Service } from './service.ts'

type Change = events.Event['type'] | events.ChangedRecord['type']
/**
 * `gap`: events were missed, so everything may be out of date. `start`: events may have been missed
 * by what was loaded before `since`, or after another tab stopped listening.
 */
type Update = { type: Change | 'gap' } | { type: 'start'; since: number }
type Options = {
  service: Service
  queryClient: QueryClient
  channel: BroadcastChannel
  locks: LockManager | undefined
}

/** One action emits several events; their queries are invalidated together. */
const BATCH_MS = 250
/**
 * What a page loads while it connects may miss a change: the service reads a record, then the record
 * changes, then the stream begins. So the stream begins with the events since the page began to load,
 * and what was loaded just before is up to date with them: a request takes 30 s at most (service.ts).
 */
const MAX_RECENT_MS = 60_000
const FRESH_MS = 20_000
/** A change that does not concern the person reaches everybody who sees the record at once. */
const SPREAD_MS = 1_500

export function createLiveUpdates({ service, queryClient, channel, locks }: Options) {
  let listening: AbortController | undefined
  let pendingPaths = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<Update>) => apply(data))

  function apply(update: Update) {
    const { type } = update
    if (type === 'gap') return void queryClient.invalidateQueries()
    if (type === 'start')
      return void queryClient.invalidateQueries({
        predicate: ({ state }) => state.data !== undefined && state.dataUpdatedAt < update.since,
      })
    affectedPaths(type).forEach((path) => pendingPaths.add(path))
    timer ??= setTimeout(
      () => {
        invalidatePaths(queryClient, [...pendingPaths])
        pendingPaths = new Set()
        timer = undefined
      },
      isRecord(type) ? BATCH_MS + Math.random() * SPREAD_MS : BATCH_MS,
    )
  }

  async function listen(signal: AbortSignal) {
    let isFirst = true
    const since = Date.now() - FRESH_MS
    const query = () => ({
      recent: String(Math.min(MAX_RECENT_MS, Math.ceil(performance.now()))),
    })
    for await (const message of service.listen(events.streamEvents, { query, signal })) {
      if (message.type === 'message') publish({ type: message.data.type })
      if (message.type === 'changed') publish({ type: message.record.type })
      if (message.type === 'connected')
        publish(isFirst ? { type: 'start', since } : { type: 'gap' })
      if (message.type === 'reset') publish({ type: 'gap' })
      isFirst = false
    }
  }

  function publish(update: Update) {
    apply(update)
    // A BroadcastChannel only reaches its own origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(update)
  }

  return {
    start() {
      if (listening || !service.session.current()) return
      listening = new AbortController()
      const { signal } = listening
      const run = () =>
        listen(signal).catch(() => {
          /* Access was revoked: the next request reports it and leads to the sign-in page. */
        })
      // Browsers offer locks only on https and localhost. Elsewhere every tab listens.
      if (locks)
        void locks.request('reelay.live', { signal }, run).catch(() => {
          /* Stopped before this tab got the lock. */
        })
      else void run()
    },
    stop() {
      listening?.abort()
      listening = undefined
    },
  }
}

/** A move also decides about offlines and translations, and embargoes follow from it. */
const WORK_REQUEST_PATHS = ['/workrequests', '/offlines', '/translations', '/reports', '/assets']
const TRANSLATION_PATHS = ['/translations', '/workrequests', '/reports', '/assets']
const AFFECTED_PATHS: Partial<Record<events.Event['type'], string[]>> = {
  pcr: ['/projects'],
  pch: ['/projects', '/assets', '/workrequests'],
  par: ['/projects'],
  acr: ['/assets'],
  ach: ['/assets', '/workrequests'],
  arm: ['/assets'],
  aph: ['/assets', '/workrequests'],
  fin: ['/files', '/assets', '/workrequests'],
  fd: ['/downloads', '/reports'],
  prv: ['/previews', '/files', '/assets'],
  wch: ['/workrequests', '/offlines', '/files', '/reports'],
  ofl: ['/offlines', '/workrequests', '/files', '/reports'],
  ofc: ['/offlines'],
  ofd: ['/offlines', '/workrequests', '/reports'],
  tsu: TRANSLATION_PATHS,
  tap: TRANSLATION_PATHS,
  trj: TRANSLATION_PATHS,
  tas: TRANSLATION_PATHS,
  tro: TRANSLATION_PATHS,
  tcm: ['/translations/:id/comments'],
  wcm: ['/workrequests/:id/comments'],
  shr: ['/shares'],
  sho: ['/shares', '/downloads'],
  shd: ['/shares'],
  emc: ['/files', '/assets', '/previews'],
  emb: ['/files', '/assets', '/previews', '/workrequests'],
}
/** What somebody sees of a record whose change does not concern them. */
const CHANGED_PATHS: Record<events.ChangedRecord['type'], string[]> = {
  workrequests: [...WORK_REQUEST_PATHS, '/files'],
  comments: ['/offlines', '/workrequests/:id/comments', '/translations/:id/comments'],
  assets: ['/assets', '/files', '/previews', '/workrequests'],
  projects: ['/projects', '/assets', '/workrequests'],
  reviewsessions: ['/reviewsessions'],
}

const isRecord = (type: string): type is events.ChangedRecord['type'] => type in CHANGED_PATHS
const affectedPaths = (type: Change) =>
  isRecord(type)
    ? CHANGED_PATHS[type]
    : ['/notifications', '/events', ...(AFFECTED_PATHS[type] ?? WORK_REQUEST_PATHS)]
