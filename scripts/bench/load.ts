// Keeps a fixed number of connections busy, each with one request at a time, as a client with a
// pool does.
// What it costs itself is taken from the same cores, from the bare server as from ours; the CPU
// columns leave it out.
import { Agent, request } from 'node:http'

export type Ask = {
  port: number
  path: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string
}
export type Load = {
  count: number
  seconds: number
  /** Milliseconds, in no order. */ times: number[]
}

export async function load(ask: Ask, connections: number, milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < start + milliseconds) times.push(await once(ask, agent))
    }),
  )
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  return { count: times.length, seconds, times }
}

function once(
  { port, path, headers = {}, method = 'GET', body }: Ask,
  agent: Agent,
): Promise<number> {
  const asked = performance.now()
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${method} ${path} was answered with ${response.statusCode}`))
      response.on('end', () => resolve(performance.now() - asked)).resume()
    })
      .on('error', reject)
      .end(body)
  })
}
