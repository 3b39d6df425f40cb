// Messages between the service and the child: lines of JSON on a socket. Node's own IPC would keep
// any amount of data of a hijacked child in the service's memory, and accept descriptors from it.
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** After stdin, stdout and stderr. The original follows. */
export const CHANNEL_FD = 3
/** The argument of a child that has a task. */
export const WITH_CHANNEL = 'task'

/** A day of progress reports takes 15 MB, the waveform of a long film 1 MB. */
const MAX_BYTES = 64 * 1024 ** 2

export type Channel<Sent, Received> = {
  send: (message: Sent) => void
  /** The first error is the last call. */
  receive: (onMessage: (message: Received) => void, onError: (error: Error) => void) => void
}

export function openChannel<Sent, Received>(socket: Duplex): Channel<Sent, Received> {
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    receive(onMessage, onError) {
      const fail = (error: Error) => {
        socket.destroy()
        onError(error)
      }
      const lines = createLineReader((line) => onMessage(JSON.parse(line) as Received))
      socket.setEncoding('utf8')
      // A killed child resets the connection. Its exit is reported elsewhere.
      socket.on('error', () => {})
      socket.on('data', (text: string) => {
        // An exception in a listener would end the server.
        try {
          lines.add(text)
        } catch (error) {
          fail(error as Error)
        }
      })
    },
  }
}

/** For the child. Ends the process when the service closes its side. */
export function openParentChannel<Sent, Received>(): Channel<Sent, Received> {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true })
  socket.on('close', () => process.exit(1))
  return openChannel(socket)
}

/** Joins the parts of a line only when it ends, so that a long line costs no more than its length. */
function createLineReader(onLine: (line: string) => void): { add: (text: string) => void } {
  let [parts, total]: [string[], number] = [[], 0]
  return {
    add(text) {
      total += text.length
      if (total > MAX_BYTES) throw new Error('The process sent too much: killed')
      const [first = '', ...others] = text.split('\n')
      parts.push(first)
      for (const next of others) {
        const line = parts.join('')
        parts = [next]
        onLine(line)
      }
    },
  }
}
