// XMLHttpRequest is the only browser API that reports the progress of a request body.

type ByteRequest = {
  method: string
  headers: Record<string, string>
  body: Uint8Array
  signal?: AbortSignal | null
}

/** Behaves like `fetch`, and calls `onSent` while the body is on its way. */
export const fetchWithProgress =
  (onSent: (bytes: number) => void) =>
  (url: string, { method, headers, body, signal }: ByteRequest): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
      request.addEventListener('load', () => resolve(responseOf(request)))
      // As fetch does it: a TypeError means that the connection was lost.
      request.addEventListener('error', () => reject(new TypeError('The connection was lost')))
      request.addEventListener('abort', () => reject(signal?.reason as Error))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      signal?.addEventListener('abort', abort, { once: true })
      request.send(body as Uint8Array<ArrayBuffer>)
    })

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  return new Response(status === 204 || status === 304 ? null : responseText, {
    status,
    headers: headersFrom(request.getAllResponseHeaders()),
  })
}

const headersFrom = (lines: string) =>
  new Headers(
    lines
      .trim()
      .split('\r\n')
      .filter(Boolean)
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
  )
