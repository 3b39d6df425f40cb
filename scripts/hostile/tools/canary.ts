import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A server that counts connections. Nothing should ever connect to it. */
export async function startCanary() {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, calls: () => calls, stop: () => server.close() }
}
