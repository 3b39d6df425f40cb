import type pg from 'pg'
import { withQuerySpan } from '../telemetry/tracing.ts'
import { breakConnection, isPrepared, type Result, type Value } from './connect.ts'
import { StatedQuery, type Callback } from './stated-query.ts'

export type Query = { text: string; values: Value[] }

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
}

/** Sends a statement. Statements can be sent without waiting for those before; they run in order. */
export const send = <Row>(
  client: pg.ClientBase,
  query: Query,
  options: SendOptions,
): Promise<Result<Row>> =>
  respond(client, query, options, (callback) => client.query(withName(query, options), callback))

/** Sends a statement in a transaction of its own, in which `settings` runs first. */
export async function sendAlone<Row>(
  client: pg.ClientBase,
  query: Query,
  options: SendOptions & { settings?: Query | undefined },
): Promise<Result<Row>> {
  if (!options.settings) return await send(client, query, options)
  const settings = withName(options.settings, options)
  // In a transaction of its own it sets nothing.
  if (settings.name && !isPrepared(client, settings.name)) await send(client, settings, options)
  return await respond(client, query, options, (callback) => {
    const stated = new StatedQuery(withName(query, options), settings, callback)
    return client.query(stated as unknown as pg.Submittable)
  })
}

/**
 * With a callback. If pg creates the promise or the timer, it assigns a function to a property, and V8
 * keeps such functions, and the results they lead to, until the next full garbage collection: 10 kB
 * for each work request that is read.
 */
const respond = <Row>(
  client: pg.ClientBase,
  { text }: Query,
  { responseMs = RESPONSE_MS }: SendOptions,
  submit: (callback: Callback) => unknown,
): Promise<Result<Row>> =>
  withQuerySpan(text, () =>
    new Promise<Result<Row>>((resolve, reject) => {
      // Nothing that comes later belongs to the next statement.
      const timer =
        responseMs < Infinity
          ? setTimeout(() => breakConnection(client, 'PostgreSQL does not respond'), responseMs)
          : undefined
      submit((error, result) => {
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

const MAX_PREPARED = 1_000
const numbers = new Map<string, number>()

function withName({ text, values }: Query, { names }: SendOptions): Query & { name?: string } {
  const existing = numbers.get(text)
  if (!names || (existing === undefined && numbers.size >= MAX_PREPARED)) return { text, values }
  const number = existing ?? numbers.size
  if (existing === undefined) numbers.set(text, number)
  return { text, values, name: `${names}${number}` }
}
