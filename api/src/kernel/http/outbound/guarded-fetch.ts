import http from 'node:http'
import https from 'node:https'
import { pinnedTo, resolveTarget, type Target, type TargetResolver } from './resolve-target.ts'

const TIMEOUT_SECONDS = 10
const MAX_RESPONSE_BYTES = 1024 * 1024

type Init = {
  method?: string
  headers?: HeadersInit
  body?: string | URLSearchParams | Uint8Array | undefined
  signal?: AbortSignal | undefined
}

/**
 * A `fetch` for URLs that people enter. It connects only to allowed addresses, follows no redirect,
 * and limits the time and the size of the response.
 */
export const createGuardedFetch =
  (resolver: TargetResolver, { timeoutSeconds = TIMEOUT_SECONDS } = {}) =>
  async (url: string | URL, init: Init = {}): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return send(await resolveTarget(resolver, String(url), signal), init, signal)
  }

async function send({ url, addresses }: Target, init: Init, signal: AbortSignal) {
  const { request: openRequest, Agent } = url.protocol === 'https:' ? https : http
  // A new agent never reuses a connection and ignores proxy settings of the environment.
  const agent = new Agent({ keepAlive: false })
  try {
    return await new Promise<Response>((resolve, reject) => {
      const request = openRequest(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        lookup: pinnedTo(addresses),
        agent,
        signal,
      })
      request.on('response', (response) => void readResponse(response).then(resolve, reject))
      request.on('error', reject)
      request.end(init.body instanceof URLSearchParams ? init.body.toString() : init.body)
    })
  } finally {
    agent.destroy()
  }
}

async function readResponse(response: http.IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    if (length > MAX_RESPONSE_BYTES) throw new Error('The response is too large')
    chunks.push(chunk as Buffer)
  }
  const headers = Object.entries(response.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const status = response.statusCode!
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers })
}
