// A line to a service with a meter in it: what goes through, and what of it the service
// acknowledged. It stays when the service goes.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `sent`: bytes of files that went to the service. `again`: those among them that it had
 * acknowledged before.
 */
export type Reading = { calls: number; sent: number; acknowledged: number; again: number }
export type Meter = { address: string; read: () => Reading; close: () => Promise<void> }

export async function openMeter(port: number): Promise<Meter> {
  const safe = new Map<string, number>()
  const reading = { calls: 0, sent: 0, again: 0 }
  const server = createServer((asked, answer) => {
    reading.calls += 1
    pass(asked, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function pass(asked: IncomingMessage, answer: ServerResponse) {
    const [path, isOfBytes] = [
      asked.url!,
      asked.method === 'PATCH' || /^PUT .*\/content$/.test(`${asked.method} ${asked.url}`),
    ]
    const from = Number(asked.headers['upload-offset'] ?? 0)
    let came = 0
    const onwards = request(
      { host: '127.0.0.1', port, method: asked.method, path, headers: asked.headers },
      (given) => {
        const said = Number(
          given.headers['upload-offset'] ?? (isOfBytes && given.statusCode === 200 ? came : NaN),
        )
        if (given.statusCode! < 300 && !Number.isNaN(said))
          safe.set(path, Math.max(said, safe.get(path) ?? 0))
        answer.writeHead(given.statusCode!, given.headers)
        given.on('error', () => answer.destroy()).pipe(answer)
      },
    )
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    if (isOfBytes) {
      const known = safe.get(path) ?? 0
      asked.on('data', (piece: Buffer) => {
        reading.again += Math.max(0, Math.min(known - (from + came), piece.length))
        reading.sent += piece.length
        came += piece.length
      })
    }
    asked.on('error', () => onwards.destroy()).pipe(onwards)
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => ({
      ...reading,
      acknowledged: [...safe.values()].reduce((sum, offset) => sum + offset, 0),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
