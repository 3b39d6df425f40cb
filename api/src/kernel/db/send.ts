import type pg from 'pg'
import { withQuerySpan } from '../telemetry/tracing.ts'
import { breakConnection, type Result, type Value } from './connect.ts'

/**
 * PostgreSQL ends every statement before. If it does not respond, it is out of reach, and its
 * connection would block a request until TCP gives up after minutes.
 */
const RESPONSE_MS = 8_000

export type SendOptions = {
  /** How long to wait for a response, if not as long as usual. */
  responseMs?: number | undefined
  /**
   * Statements with names are parsed and planned once per connection. Planning is most of the cost of
   * a short read with many joins. A role has names of its own, because PostgreSQL plans a statement
   * again when the role changes. Without names, each statement is planned for its values.
   */
  names?: string | undefined
  /** The text in traces, if the statement contains values. */
  tracedAs?: string
}

/**
 * Sends a statement. Statements can be sent without waiting for those before; they run in order.
 *
 * With a callback. If pg creates the promise or the timer, it assigns a function to a property, and V8
 * keeps such functions, and the results they lead to, until the next full garbage collection: 10 kB
 * for each work request that is read.
 */
export function send<Row>(
  client: pg.ClientBase,
  text: string,
  values: Value[],
  { responseMs = RESPONSE_MS, names, tracedAs = text }: SendOptions,
): Promise<Result<Row>> {
  const name = names && nameOf(text, names)
  const query = { text, values, ...(name && { name }) }
  return withQuerySpan(tracedAs, () =>
    new Promise<Result<Row>>((resolve, reject) => {
      // Nothing that comes later belongs to the next statement.
      const timer =
        responseMs < Infinity
          ? setTimeout(() => breakConnection(client, 'PostgreSQL does not respond'), responseMs)
          : undefined
      client.query(query, (error: Error | null, result: unknown) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result as Result<Row>)
      })
    }).catch((error: Error) => {
      // Otherwise the stack leads to the socket instead of the caller.
      Error.captureStackTrace(error)
      throw error
    }),
  )
}

const MAX_PREPARED = 1_000
const numbers = new Map<string, number>()

function nameOf(text: string, names: string): string | undefined {
  const existing = numbers.get(text)
  if (existing === undefined && numbers.size >= MAX_PREPARED) return undefined
  const number = existing ?? numbers.size
  if (existing === undefined) numbers.set(text, number)
  return `${names}${number}`
}
