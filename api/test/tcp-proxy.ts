// A TCP proxy that cuts connections or stops to forward, as a broken network does.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * `cut` resets open connections and refuses new ones. `silent` forwards nothing in either direction
 * and closes nothing: the other side seems to be gone.
 */
export type NetworkFault = 'cut' | 'silent'
export type TcpProxy = {
  port: number
  /** Until `heal`. Connections of before are lost. */
  breakWith: (fault: NetworkFault) => void
  heal: () => void
  close: () => Promise<void>
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let fault: NetworkFault | undefined
  const track = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const reset = () => sockets.forEach((socket) => socket.resetAndDestroy())
  const forward = (from: Socket, to: Socket) =>
    from
      .on('data', (bytes) => void (fault || to.write(bytes)))
      .on('close', () => void (fault === 'silent' || to.destroy()))
  const server = createServer((incoming) => {
    track(incoming)
    if (fault === 'cut') return incoming.resetAndDestroy()
    if (fault === 'silent') return incoming.resume()
    const outgoing = track(connect(target))
    forward(incoming, outgoing)
    return forward(outgoing, incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    breakWith(next) {
      fault = next
      if (next === 'cut') reset()
    },
    heal() {
      fault = undefined
      reset()
    },
    async close() {
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}
