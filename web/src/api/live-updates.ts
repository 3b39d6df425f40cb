// What happens elsewhere shows here without being asked for. One tab listens for all of the same
// browser: over HTTP/1.1 a browser
// opens six connections to a service, and a stream keeps one of them.
import { events } from '@reelay/api/contract'
import type { QueryClient } from '@tanstack/react-query'
import { refresh } from './mutations.ts'
import type { Service } from './service.ts'

type Happening = { type: events.Event['type'] | 'gap' }
type Parts = {
  service: Service
  queryClient: QueryClient
  channel: BroadcastChannel
  locks: LockManager | undefined
}

/** Many things happen at once when a request moves; they are asked for anew together. */
const GATHER_MS = 250

export function createLive({ service, queryClient, channel, locks }: Parts) {
  let leaving: AbortController | undefined
  let gathered = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<Happening>) => hear(data))

  function hear({ type }: Happening) {
    if (type === 'gap') void queryClient.invalidateQueries()
    else affectedBy(type).forEach((path) => gathered.add(path))
    timer ??= setTimeout(() => {
      refresh(queryClient, [...gathered])
      gathered = new Set()
      timer = undefined
    }, GATHER_MS)
  }

  async function listen(signal: AbortSignal) {
    let isFirst = true
    for await (const heard of service.listen(signal)) {
      if (heard.about === 'message') pass({ type: heard.data.type })
      if (heard.about === 'reset' || (heard.about === 'connected' && !isFirst))
        pass({ type: 'gap' })
      isFirst = false
    }
  }

  function pass(happening: Happening) {
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

const REQUEST = ['/workrequests', '/reports', '/assets']
const AFFECTED: Partial<Record<events.Event['type'], string[]>> = {
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
const affectedBy = (type: events.Event['type']) => [
  '/notifications',
  '/events',
  ...(AFFECTED[type] ?? REQUEST),
]
