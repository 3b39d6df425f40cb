// Keeps a fixed number of connections busy. It writes and reads the bytes of HTTP itself: on a machine of two cores whatever
// the asking costs is taken from the answering, and an HTTP client costs about as much as the bare server it measures.
import { connect, type Socket } from 'node:net'

export type Ask = { port: number; request: () => string }
export type Load = { count: number; seconds: number; /** Milliseconds, in no order. */ times: number[] }

export async function load({ port, request }: Ask, connections: number, milliseconds: number): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const until = start + milliseconds
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, () => (performance.now() < until ? request() : undefined), (time) => times.push(time))))
  return { count: times.length, seconds: (performance.now() - start) / 1000, times }
}

function keepAsking(port: number, next: () => string | undefined, took: (milliseconds: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let asked = 0
    const ask = () => {
      const request = next()
      if (request === undefined) {
        socket.end()
        return
      }
      asked = performance.now()
      socket.write(request)
    }
    socket.setNoDelay()
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    eachAnswer(socket, reject, () => (took(performance.now() - asked), ask()))
  })
}

function eachAnswer(socket: Socket, fail: (error: Error) => void, answered: () => void) {
  let start: Buffer | undefined
  let missing = 0
  socket.on('data', (bytes: Buffer) => {
    if (missing > 0) missing -= bytes.length
    else {
      start = start ? Buffer.concat([start, bytes]) : bytes
      const end = start.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = start.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200 ')) {
        socket.destroy(new Error(`Not what was measured for: ${start.toString()}`))
        return
      }
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (start.length - end - 4)
      start = undefined
    }
    if (missing === 0) answered()
    else if (!(missing > 0)) fail(new Error('An answer without a length, or longer than it says'))
  })
}

export const httpRequest = (method: string, path: string, headers: Record<string, string>, body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...(body ? [`content-length: ${Buffer.byteLength(body)}`] : []), '', body].join('\r\n')
