// Bytes on a socket, for requests that no HTTP client sends.
import { connect, type Socket } from 'node:net'
import { tokenAuth } from '../../../api/test/raw-http.ts'
import type { TestIdentity } from '../../../api/test/test-app.ts'

const QUIET_MS = 150

/**
 * Writes the bytes and returns what came back: until the connection closes, or nothing more comes
 * after a reply, or the time is over.
 */
export function exchange(
  port: number,
  bytes: string | Buffer,
  { seconds = 20, quiet = QUIET_MS } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    let idle: NodeJS.Timeout | undefined
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const deadline = setTimeout(finish, seconds * 1000)
    function finish() {
      clearTimeout(deadline)
      clearTimeout(idle)
      socket.destroy()
      resolve(received)
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      clearTimeout(idle)
      idle = setTimeout(finish, quiet)
    })
    socket.on('close', finish)
    socket.on('error', finish)
  })
}

/** The lines of a request, with the head ended. */
export const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`

export const authorizationLine = (by: Pick<TestIdentity, 'email' | 'token'>) =>
  `Authorization: ${tokenAuth(by).authorization}`

/** The statuses of all replies in a text. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

export const openSocket = (port: number, from?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('error', reject)
  })
