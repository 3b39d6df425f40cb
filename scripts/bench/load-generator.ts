// Keeps a fixed number of connections busy, each with one request at a time, like a client with a
// pool. Its own CPU time comes from the same cores in all cases; the CPU columns leave it out.
import { Agent, request } from 'node:http'

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
}

export async function generateLoad(
  target: LoadRequest,
  connections: number,
  milliseconds: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < start + milliseconds) times.push(await timeRequest(target, agent))
    }),
  )
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  return { count: times.length, seconds, times }
}

function timeRequest(
  { port, path, headers = {}, method = 'GET', body }: LoadRequest,
  agent: Agent,
): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 201)
        reject(new Error(`${method} ${path} responded with ${response.statusCode}`))
      response.on('end', () => resolve(performance.now() - started)).resume()
    })
      .on('error', reject)
      .end(body)
  })
}
