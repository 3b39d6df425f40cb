// Keeps a fixed number of connections busy, each with one request at a time, like a client with a
// pool. Its own CPU time comes from the same cores in all cases; the CPU columns leave it out.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadRequest = {
  port: number
  path: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string
}
export type LoadResult = {
  count: number
  seconds: number
  /** Milliseconds, unordered. */ times: number[]
  /** Responses of a busy service: 503 with Retry-After. */ refused: number
}
/** `retryAfter` is in seconds. */
type Answer = { milliseconds: number } | { retryAfter: number }

/** `mayBeRefused`: a client that is refused waits as the response says. Otherwise it is an error. */
export async function generateLoad(
  target: LoadRequest,
  connections: number,
  milliseconds: number,
  { mayBeRefused = false } = {},
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let refused = 0
  const start = performance.now()
  const left = () => start + milliseconds - performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left() > 0) {
        const answer = await sendRequest(target, agent)
        if ('milliseconds' in answer) times.push(answer.milliseconds)
        else if (mayBeRefused) {
          refused++
          await sleep(Math.max(0, Math.min(answer.retryAfter * 1000, left())))
        } else throw new Error(`${target.path} was refused`)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  return { count: times.length, seconds, times, refused }
}

function sendRequest(
  { port, path, headers = {}, method = 'GET', body }: LoadRequest,
  agent: Agent,
): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const { statusCode, headers: received } = response
      const retryAfter = statusCode === 503 ? Number(received['retry-after']) : NaN
      if (statusCode !== 200 && statusCode !== 201 && !(retryAfter >= 0))
        reject(new Error(`${method} ${path} responded with ${statusCode}`))
      response
        .on('end', () =>
          resolve(retryAfter >= 0 ? { retryAfter } : { milliseconds: performance.now() - started }),
        )
        .resume()
    })
      .on('error', reject)
      .end(body)
  })
}
