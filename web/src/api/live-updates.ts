// What happens elsewhere shows here without being asked for. One tab listens for all of the same
// browser: over HTTP/1.1 a browser
// opens six connections to a service, and a stream keeps one of them.
import { events } from '@reelay/api/contract'
import type { QueryClient } from '@tanstack/react-query'
import { invalidatePaths } from './mutations.ts'
import type { Service } from './service.ts'

type Update = { type: events.Event['type'] | 'gap' }
type Options = {
  service: Service
  queryClient: QueryClient
  channel: BroadcastChannel
  locks: LockManager | undefined
}

/** Many things happen at once when a request moves; they are asked for anew together. */
const BATCH_MS = 250

export function createLiveUpdates({ service, queryClient, channel, locks }: Options) {
  let leaving: AbortController | undefined
  let gathered = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<Update>) => hear(data))

  function hear({ type }: Update) {
    if (type === 'gap') void queryClient.invalidateQueries()
    else affectedPaths(type).forEach((path) => gathered.add(path))
    timer ??= setTimeout(() => {
      invalidatePaths(queryClient, [...gathered])
      gathered = new Set()
      timer = undefined
    }, BATCH_MS)
  }

  async function listen(signal: AbortSignal) {
    let isFirst = true
    for await (const heard of service.listen(signal)) {
      if (heard.type === 'message') pass({ type: heard.data.type })
      if (heard.type === 'reset' || (heard.type === 'connected' && !isFirst)) pass({ type: 'gap' })
      isFirst = false
    }
  }

  function pass(happening: Update) {
    hear(happening)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its
    // own origin only
    channel.postMessage(happening)
  }

  return {
    start() {
      if (leaving || !service.session.current()) return
      const { signal } = (leaving = new AbortController())
      // Browsers have locks only on https and on this machine; elsewhere each tab listens for
      // itself.
      const run = () =>
        listen(signal).catch(() => {
          /* Not let in any more: the next answer says so and leads to the sign-in. */
        })
      if (locks)
        void locks.request('reelay.live', { signal }, run).catch(() => {
          /* Left before it was this tab's turn. */
        })
      else void run()
    },
    stop() {
      leaving?.abort()
      leaving = undefined
    },
  }
}

const WORK_REQUEST_PATHS = ['/workrequests', '/reports', '/assets']
const AFFECTED_PATHS: Partial<Record<events.Event['type'], string[]>> = {
  aph: ['/assets', '/workrequests'],
  fin: ['/files', '/assets', '/workrequests'],
  fd: ['/downloads', '/reports'],
  prv: ['/previews', '/files', '/assets'],
  ofl: ['/offlines', '/workrequests'],
  ofc: ['/offlines'],
  tsu: ['/translations', '/workrequests'],
  tap: ['/translations', '/workrequests'],
  trj: ['/translations', '/workrequests'],
  wcm: ['/workrequests/:id/comments'],
  emb: ['/files', '/assets', '/previews', '/workrequests'],
}
const affectedPaths = (type: events.Event['type']) => [
  '/notifications',
  '/events',
  ...(AFFECTED_PATHS[type] ?? WORK_REQUEST_PATHS),
]
