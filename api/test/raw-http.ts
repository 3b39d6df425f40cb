// Raw headers and bytes, for requests that the typed client cannot send.
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { App } from '../src/kernel/http/app.ts'

export const basicAuth = (email: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`,
})
export const tokenAuth = ({ email, token }: { email: string; token: string }) =>
  basicAuth(email, `token-${token}`)

/** The lines of a request, with the end of its head. */
export const headOf = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
/** A signed-in request on a connection of its own. `lines` may have another host or connection. */
export function signedHead(person: { email: string; token: string }, ...lines: string[]): string {
  const usual = [`Authorization: ${tokenAuth(person).authorization}`, 'Host: localhost', CLOSE]
  const isMissing = (line: string) => !lines.some((own) => own.startsWith(line.split(' ')[0]!))
  return headOf(...lines, ...usual.filter(isMissing))
}
const CLOSE = 'Connection: close'

/** The port of an app, which listens from now on. */
export async function portOf({ fastify }: App): Promise<number> {
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  return (fastify.server.address() as AddressInfo).port
}

/** Errors of the connection end it. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.on('error', () => {})
}

const SECONDS = 30

/** Writes these bytes and returns what comes back until the connection is closed, which it must be. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(port)
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  let isLate = false
  socket.setTimeout(SECONDS * 1000, () => {
    isLate = true
    socket.destroy()
  })
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  if (isLate) throw new Error(`The connection stays open after: ${received.slice(0, 200)}`)
  return received
}

/** Writes exactly these lines to a socket and returns the response as text. */
export const sendOverSocket = async (app: App, ...lines: string[]): Promise<string> =>
  exchange(await portOf(app), headOf(...lines))

/** The statuses of all responses in a text. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
