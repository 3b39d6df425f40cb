import pg from 'pg'
import type { Value } from './connect.ts'

/** What pg has and its types do not show. */
type Connection = {
  parse: (message: { text: string; name: string }) => void
  bind: (message: { statement: string; values: readonly Value[] }) => void
  execute: (message: object) => void
  stream: { cork: () => void; uncork: () => void }
}
type QueryHandlers = {
  submit(connection: Connection): Error | null
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
type Query = { text: string; values: Value[]; name?: string }
export type Callback = (error: Error | null, result: unknown) => void

const PgQuery = pg.Query as unknown as new (
  config: Query & { queryMode: 'extended' },
  values: undefined,
  callback: Callback,
) => QueryHandlers

/**
 * A statement in a transaction of its own, after one with the settings of this transaction. If it has a
 * name, the connection must have prepared it. PostgreSQL runs everything up to the next Sync message in
 * one transaction: `begin` and `commit` would cost more than the settings (docs/decisions/0008).
 */
export class StatedQuery extends PgQuery {
  readonly settings: Query
  /** Whether the settings are made. */
  isStated = false

  constructor(query: Query, settings: Query, callback: Callback) {
    super({ ...query, queryMode: 'extended' }, undefined, callback)
    this.settings = settings
  }

  override submit(connection: Connection): Error | null {
    const { text, values, name = '' } = this.settings
    connection.stream.cork()
    try {
      if (!name) connection.parse({ text, name })
      connection.bind({ statement: name, values })
      connection.execute({})
      return super.submit(connection)
    } finally {
      connection.stream.uncork()
    }
  }

  /** The first row and the first completed command are those of the settings. */
  override handleDataRow(message: unknown) {
    if (this.isStated) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.isStated) super.handleCommandComplete(message, connection)
    this.isStated = true
  }
}
