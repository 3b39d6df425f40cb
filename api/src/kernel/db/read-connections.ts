// Connections for frequent reads that are one statement each. Statements of several requests share a
// connection and are sent without waiting for the results before them, so that neither a pool nor a
// round trip is needed to state the caller.
import pg from 'pg'
import { RESPONSE_MS, asRole, clientOptions, limitWaits, type PoolOptions } from './connect.ts'
import { withQuerySpan } from '../telemetry/tracing.ts'
import { STATE_CALLER, keyOfCaller, valuesOfCaller, type StatedCaller } from './stated-caller.ts'

export type ReadStatement = { name: string; text: string }
export type ReadConnections = {
  /** Runs as `reelay_service`, with the caller stated. */
  read: <Row>(
    caller: StatedCaller,
    statement: ReadStatement,
    values: readonly unknown[],
  ) => Promise<Row[]>
  close: () => Promise<void>
}
type Connection = {
  client: pg.Client
  /** The caller stated last. */
  stated: string
  /** Until the caller is stated. If that fails, nothing read since then may be used. */
  stating: Promise<unknown> | undefined
}

const SIZE = 2

export function openReadConnections(url: string, options: PoolOptions): ReadConnections {
  const connections: (Promise<Connection> | undefined)[] = []
  let isClosed = false

  async function connect(forget: () => void): Promise<Connection> {
    const client = new pg.Client({
      ...clientOptions(url),
      ...(options.statementMs && { statement_timeout: options.statementMs }),
      pipeline: true,
    })
    limitWaits(client, options.responseMs ?? RESPONSE_MS)
    client.on('error', (error) => {
      // Before its end, so that the next read gets a new connection.
      forget()
      options.onError?.(error)
    })
    client.on('end', forget)
    await client.connect()
    await client.query(asRole('reelay_service'))
    return { client, stated: '', stating: undefined }
  }

  function take(index: number): Promise<Connection> {
    const known = connections[index]
    if (known) return known
    const forget = () => {
      if (connections[index] === connecting) connections[index] = undefined
    }
    const connecting = connect(forget)
    connections[index] = connecting
    connecting.catch(forget)
    return connecting
  }

  return {
    async read<Row>(
      caller: StatedCaller,
      { name, text }: ReadStatement,
      values: readonly unknown[],
    ): Promise<Row[]> {
      if (isClosed) throw new Error('Client was closed')
      const key = keyOfCaller(caller)
      const connection = await take(indexOf(key))
      if (connection.stated !== key) state(connection, key, valuesOfCaller(caller))
      const { stating } = connection
      const result = withQuerySpan(text, () =>
        connection.client.query({ name, text, values: values as unknown[] }),
      )
      if (stating) await settled(stating, result)
      return (await result).rows as Row[]
    },
    async close() {
      isClosed = true
      await Promise.allSettled(
        connections.map(async (connection) => (await connection)?.client.end()),
      )
    },
  }
}

/** The same caller always uses the same connection, so that it rarely has to be stated again. */
function indexOf(key: string): number {
  let sum = 0
  for (let at = 0; at < key.length && at < 24; at++) sum += key.charCodeAt(at)
  return sum % SIZE
}

function state(connection: Connection, key: string, values: string[]) {
  const { client } = connection
  connection.stated = key
  const stating = client.query({ name: 'state', text: STATE_CALLER, values })
  connection.stating = stating
  const finish = () => {
    if (connection.stating === stating) connection.stating = undefined
  }
  stating.then(finish, () => void client.end().catch(() => {}))
}

/** Waits for both, so that no rejection is left unhandled. Throws if the caller was not stated. */
async function settled(stating: Promise<unknown>, result: Promise<unknown>) {
  const [stated] = await Promise.allSettled([stating, result])
  if (stated.status === 'rejected') throw stated.reason
}
