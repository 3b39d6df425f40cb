// COPY over the connection of a client: the fastest way to read a table and to fill one, and the
// only one that holds neither in memory.
import { once } from 'node:events'
import { Readable, type Duplex } from 'node:stream'
import pg from 'pg'

/** What the driver has beneath its queries; its types do not tell of it. */
type Wire = {
  stream: Duplex
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (why: string) => void
}

/** PostgreSQL sends a message for each row; they go on in pieces of this size. */
const PIECE = 256 * 1024

/**
 * The text of `copy … to stdout`, as fast as it is read. Whoever gives it up gives up the
 * connection with it.
 */
export function copyOut(client: pg.Client, statement: string): Readable {
  let socket: Duplex | undefined
  let over = false
  let rows: Buffer[] = []
  let gathered = 0
  const text = new Readable({
    highWaterMark: 4 * PIECE,
    read: () => void socket?.resume(),
    destroy(error, done) {
      if (!over) socket?.destroy()
      done(error)
    },
  })
  const send = () => {
    const goOn = text.push(Buffer.concat(rows))
    rows = []
    gathered = 0
    return goOn
  }
  client.query({
    submit: (wire: unknown) => {
      socket = (wire as Wire).stream
      ;(wire as Wire).query(statement)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver uses the memory of a message again for the next.
      rows.push(Buffer.from(chunk))
      gathered += chunk.length
      if (gathered >= PIECE && !send()) socket!.pause()
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      over = true
      if (gathered) send()
      text.push(null)
    },
    handleError(error: Error) {
      over = true
      text.destroy(error)
    },
  })
  return text
}

/** Fills what `copy … from stdin` names, and says how many rows that were. */
export function copyIn(
  client: pg.Client,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const refused = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let rows = 0
  let broken: unknown
  client.query({
    submit: (wire: unknown) => (wire as Wire).query(statement),
    handleCopyInResponse: (wire: unknown) =>
      void feed(wire as Wire, source, refused.signal).catch((error: unknown) => {
        broken = error
        if (!refused.signal.aborted) (wire as Wire).sendCopyFail('the source broke')
      }),
    handleCommandComplete: ({ text }: { text: string }) => (rows = Number(text.split(' ').at(-1))),
    handleReadyForQuery: () => resolve(rows),
    handleError(error: Error) {
      refused.abort()
      // What broke the source says more than that PostgreSQL was told so.
      reject(broken ?? error)
    },
  })
  return promise
}

async function feed(wire: Wire, source: AsyncIterable<Buffer>, signal: AbortSignal) {
  for await (const chunk of source) {
    signal.throwIfAborted()
    wire.sendCopyFromChunk(chunk)
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain', { signal })
  }
  wire.endCopyFrom()
}
