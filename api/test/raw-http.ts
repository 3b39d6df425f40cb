// Raw headers and bytes, for requests that the typed client cannot send.
import { connect, type AddressInfo } from 'node:net'
import type { App } from '../src/kernel/http/app.ts'

export const basicAuth = (email: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`,
})
export const tokenAuth = ({ email, token }: { email: string; token: string }) =>
  basicAuth(email, `token-${token}`)

/** Writes exactly these lines to a socket and returns the response as text. */
export async function sendOverSocket({ fastify }: App, ...lines: string[]): Promise<string> {
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (bytes) => (response += bytes.toString('latin1')))
    socket.on('end', () => resolve(response))
    socket.on('error', reject)
  })
}
