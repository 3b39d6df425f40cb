// The calls of the API that a page makes, and how many of them wait for others.
import type { Page, Request } from '@playwright/test'

type ApiCall = {
  method: string
  path: string
  /** The header X-Range. */
  range: string | undefined
  wave: number
  isEnded: boolean
}

/** Event streams and signed pictures are not counted. */
const NOT_COUNTED = /\/stream$|\/(content|poster|thumbnail|peaks|storyboard)\b/

/** A call belongs to the wave after the last call that had ended when it started. */
export function recordCalls(page: Page): () => ApiCall[] {
  const calls = new Map<Request, ApiCall>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/') || NOT_COUNTED.test(pathname)) return
    const ended = [...calls.values()].filter(({ isEnded }) => isEnded)
    const wave = 1 + Math.max(0, ...ended.map((call) => call.wave))
    calls.set(request, {
      method: request.method(),
      path: pathname.slice(4) + search,
      range: request.headers()['x-range'],
      wave,
      isEnded: false,
    })
  })
  page.on('requestfinished', (request) => {
    const call = calls.get(request)
    if (call) call.isEnded = true
  })
  return () => [...calls.values()]
}
