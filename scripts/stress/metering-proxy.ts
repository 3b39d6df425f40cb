// A proxy that counts the bytes it passes on and those that the service confirmed. It survives
// restarts of the service.
import { once } from 'node:events'
import {
  createServer,
  request as sendUpstream,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** `sent`: bytes of files. `resent`: those that the service had confirmed before. */
export type MeterReading = { requests: number; sent: number; confirmed: number; resent: number }
export type MeteringProxy = {
  address: string
  read: () => MeterReading
  close: () => Promise<void>
}

export async function startMeteringProxy(port: number): Promise<MeteringProxy> {
  const confirmed = new Map<string, number>()
  const reading = { requests: 0, sent: 0, resent: 0 }
  const server = createServer((request, response) => {
    reading.requests += 1
    pass(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function pass(request: IncomingMessage, response: ServerResponse) {
    const path = request.url!
    const isBatch = `${request.method} ${path}` === 'POST /api/files/batch'
    const hasBytes =
      isBatch || request.method === 'PATCH' || /^PUT .*\/content$/.test(`${request.method} ${path}`)
    const target = isBatch ? `batch ${String(request.headers['idempotency-key'])}` : path
    const from = Number(request.headers['upload-offset'] ?? 0)
    let received = 0
    const upstream = sendUpstream(
      { host: '127.0.0.1', port, method: request.method, path, headers: request.headers },
      (reply) => {
        const offset = Number(
          reply.headers['upload-offset'] ?? (hasBytes && reply.statusCode === 200 ? received : NaN),
        )
        if (reply.statusCode! < 300 && !Number.isNaN(offset))
          confirmed.set(target, Math.max(offset, confirmed.get(target) ?? 0))
        response.writeHead(reply.statusCode!, reply.headers)
        reply.on('error', () => response.destroy()).pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    const known = confirmed.get(target) ?? 0
    const count = (length: number) => {
      reading.resent += Math.max(0, Math.min(known - (from + received), length))
      reading.sent += length
      received += length
    }
    if (isBatch) {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => count(bytesInBatch(Buffer.concat(chunks))))
    } else if (hasBytes) request.on('data', (chunk: Buffer) => count(chunk.length))
    request.on('error', () => upstream.destroy()).pipe(upstream)
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => ({
      ...reading,
      confirmed: [...confirmed.values()].reduce((sum, length) => sum + length, 0),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function bytesInBatch(body: Buffer): number {
  const { files } = JSON.parse(body.toString()) as { files: { length: number }[] }
  return files.reduce((sum, { length }) => sum + length, 0)
}
