// Statements that are sent in the same turn of the event loop, or that wait for each other, are sent
// as one: starting a statement costs as much as two more rows in it, and inserts share the wait for
// the disk (docs/decisions/0134).
import { CompiledQuery, type QueryResult } from 'kysely'

/** Keeps the text of a merged statement short, so that nobody waits long for the others. */
const MOST_STATEMENTS = 16

type Mergeable = 'insert' | 'read'
const mergeable = new WeakMap<CompiledQuery, Mergeable>()

/**
 * Marks a statement that may be sent together with others of the same text, if it is all that its
 * transaction writes. Each of its parameters is the text of a JSON array, or null. It inserts all
 * their elements or nothing, and returns no row.
 */
export function withOthers<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  mergeable.set(query, 'insert')
  return query
}

/**
 * The same for a statement that reads. Its parameters are arrays of one element, and `number` of the
 * rows that it returns for an element is the place of the element in its array, from 1.
 */
export function readWithOthers<R extends NumberedRow>(query: CompiledQuery<R>): CompiledQuery<R> {
  mergeable.set(query, 'read')
  return query
}

type NumberedRow = { number: number }

export const kindOfMerge = (query: CompiledQuery): Mergeable | undefined => mergeable.get(query)

type Send = (query: CompiledQuery) => Promise<QueryResult<unknown>>
export type Merger = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Merges statements of one text. */
export function createMerger(kind: Mergeable, send: Send, onIdle: () => void): Merger {
  const add = inBatches<CompiledQuery, QueryResult<unknown>>(
    async (queries) => {
      const { rows } = await send(merge(queries))
      return queries.map((_query, index) => ({
        rows:
          kind === 'read' ? (rows as NumberedRow[]).filter((row) => row.number === index + 1) : [],
      }))
    },
    { isSerial: kind === 'insert', onIdle },
  )
  return add as Merger
}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type SendBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/**
 * Sends together what is added in one turn of the event loop. A serial batch also waits for the one
 * before, and grows until then.
 */
export function inBatches<Item, Result>(
  send: SendBatch<Item, Result>,
  { isSerial = false, onIdle = () => {} } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false
  async function sendAll() {
    while (waiting.length > 0) {
      const sent = sendTogether(waiting.splice(0, MOST_STATEMENTS), send)
      if (isSerial) await sent
    }
    isBusy = false
    onIdle()
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void sendAll())
    })
}

async function sendTogether<Item, Result>(
  entries: readonly Waiting<Item, Result>[],
  send: SendBatch<Item, Result>,
): Promise<void> {
  try {
    const results = await send(entries.map(({ item }) => item))
    for (const [index, { resolve }] of entries.entries()) resolve(results[index]!)
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
