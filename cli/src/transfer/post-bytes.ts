import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'

/** The same limit as `fetch` has. */
const IDLE_TIMEOUT_MS = 300_000

/**
 * `fetch` for bodies of bytes. Node's own copies them several times: 2.9 s of CPU and 150 MB for a
 * gigabyte, against 0.4 s here.
 */
export function postBytes(
  url: string,
  {
    method,
    headers,
    body,
    signal,
  }: { method: string; headers: Record<string, string>; body: Uint8Array; signal: AbortSignal },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const request = send(url, {
      method,
      headers: { ...headers, 'content-length': body.length },
      signal,
      timeout: IDLE_TIMEOUT_MS,
    })
    request.on('response', (response) => {
      const status = response.statusCode!
      const isEmpty = status === 204 || status === 304
      if (isEmpty) response.resume()
      const responseHeaders = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      )
      const stream = isEmpty ? null : (Readable.toWeb(response) as ReadableStream)
      resolve(new Response(stream, { status, headers: responseHeaders }))
    })
    request.on('timeout', () => request.destroy(new Error('The connection timed out')))
    // As fetch does it: a TypeError means that the connection was lost.
    request.on('error', (cause) =>
      reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })),
    )
    request.end(body)
  })
}
