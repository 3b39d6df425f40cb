// Statements of one caller that wait for each other are sent as one: starting a statement costs as
// much as two more rows in it, and they share the wait for the disk (docs/decisions/0134).
import { CompiledQuery, type QueryResult } from 'kysely'

/** Keeps the text of a merged statement short, so that nobody waits long for the others. */
const MOST_STATEMENTS = 16

const mergeable = new WeakSet<CompiledQuery>()

/**
 * Marks a statement that may be sent together with others of the same text, if it is all that its
 * transaction writes. Each of its parameters is the text of a JSON array, or null. It inserts all
 * their elements or nothing, and returns no row.
 */
export function withOthers<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  mergeable.add(query)
  return query
}

export const isMergeable = (query: CompiledQuery): boolean => mergeable.has(query)

type Waiting = { query: CompiledQuery; resolve: () => void; reject: (error: unknown) => void }
type Send = (query: CompiledQuery) => Promise<unknown>
export type Merger = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Sends a statement at once if none is on its way, and with all that wait otherwise. */
export function createMerger(send: Send, onIdle: () => void): Merger {
  const waiting: Waiting[] = []
  let isSending = false
  async function sendAll() {
    isSending = true
    while (waiting.length > 0) await sendTogether(takeAlike(waiting), send)
    isSending = false
    onIdle()
  }
  return async (query) => {
    await new Promise<void>((resolve, reject) => {
      waiting.push({ query, resolve, reject })
      if (!isSending) void sendAll()
    })
    return { rows: [] }
  }
}

/** The statements at the head that have the same text. */
function takeAlike(waiting: Waiting[]): Waiting[] {
  const other = waiting.findIndex(({ query }) => query.sql !== waiting[0]!.query.sql)
  return waiting.splice(0, Math.min(other === -1 ? waiting.length : other, MOST_STATEMENTS))
}

async function sendTogether(entries: readonly Waiting[], send: Send): Promise<void> {
  try {
    await send(merge(entries.map(({ query }) => query)))
    for (const { resolve } of entries) resolve()
  } catch (error) {
    // PostgreSQL has refused all of them because of one.
    if (entries.length > 1 && isRefused(error))
      for (const entry of entries) await sendTogether([entry], send)
    else for (const { reject } of entries) reject(error)
  }
}

/** Otherwise the connection has failed, and it is not known whether the rows were saved. */
const isRefused = (error: unknown): boolean =>
  (error as { severity?: unknown }).severity === 'ERROR'

function merge(queries: readonly CompiledQuery[]): CompiledQuery {
  const [first, ...others] = queries
  if (others.length === 0) return first!
  const values = first!.parameters.map((_value, index) =>
    concatenate(queries.map(({ parameters }) => parameters[index] as string | null)),
  )
  return CompiledQuery.raw(first!.sql, values)
}

function concatenate(arrays: readonly (string | null)[]): string | null {
  const elements = arrays.flatMap((array) => (array === null ? [] : array.slice(1, -1)))
  return elements.length ? `[${elements.join(',')}]` : null
}
