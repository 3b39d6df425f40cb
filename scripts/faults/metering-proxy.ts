// A proxy that counts the bytes of files that the service confirmed. It survives restarts of the
// service.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `resent`: bytes that the service had confirmed before. */
export type MeterReading = { confirmed: number; resent: number }

export async function startMeteringProxy(port: number) {
  const confirmed = new Map<string, number>()
  let resent = 0
  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function pass(incoming: IncomingMessage, response: ServerResponse) {
    const { method, url: path, headers } = incoming
    const isBatch = `${method} ${path}` === 'POST /api/files/batch'
    const hasBytes = isBatch || method === 'PATCH' || /^PUT .*\/content$/.test(`${method} ${path}`)
    const target = isBatch ? `batch ${String(headers['idempotency-key'])}` : path!
    const known = confirmed.get(target) ?? 0
    let at = Number(headers['upload-offset'] ?? 0)
    const count = (length: number) => {
      resent += Math.max(0, Math.min(known - at, length))
      at += length
    }
    const upstream = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      const { statusCode = 0, headers: received } = reply
      const end = Number(received['upload-offset'] ?? (hasBytes && statusCode === 200 ? at : NaN))
      if (statusCode < 300 && !Number.isNaN(end))
        confirmed.set(target, Math.max(end, confirmed.get(target) ?? 0))
      response.writeHead(statusCode, received)
      reply.on('error', () => response.destroy()).pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    if (isBatch) {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => count(bytesInBatch(Buffer.concat(chunks))))
    } else if (hasBytes) incoming.on('data', (chunk: Buffer) => count(chunk.length))
    incoming.on('error', () => upstream.destroy()).pipe(upstream)
  }
  return {
    port: (server.address() as AddressInfo).port,
    read: (): MeterReading => ({
      confirmed: confirmed.values().reduce((sum, length) => sum + length, 0),
      resent,
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
