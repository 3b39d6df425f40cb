// A transaction begins with the first statement that needs it. A statement that is a transaction of
// its own does not: it saves two round trips if it is the only one that writes.
import {
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { isMergeable, type Merger } from './merge-statements.ts'

export class LazyBeginDialect extends PostgresDialect {
  override createDriver(): Driver {
    return lazyBegin(super.createDriver())
  }
}

const independent = new WeakSet<CompiledQuery>()

/** A statement that does not begin a transaction: a read before it, or all that it writes. */
export function withoutBegin<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  independent.add(query)
  return query
}

export class LazyConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** Gives the connection back, and sends the last statement of a transaction with others. */
  sendWithOthers: Merger | undefined
  isReleased = false
  /** Begins the transaction. Undefined outside of one, and after it has begun. */
  begin: (() => Promise<void>) | undefined
  /** Whether a transaction has to be ended. */
  hasBegun = false

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isReleased) throw new Error('A statement follows the last one of its transaction')
    if (this.begin && independent.has(query) && isMergeable(query) && this.sendWithOthers)
      return this.sendWithOthers(query)
    // Sent before `query`, also if another statement is waiting: a connection keeps their order.
    if (this.begin && !independent.has(query)) await this.#beginNow(this.begin)
    return this.inner.executeQuery<R>(query)
  }

  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    if (this.begin) await this.#beginNow(this.begin)
    yield* this.inner.streamQuery<R>(query, size)
  }

  async #beginNow(begin: () => Promise<void>) {
    this.begin = undefined
    this.hasBegun = true
    await begin()
  }

  /** Runs `end` if there is anything to end. */
  async end(end: (inner: DatabaseConnection) => Promise<void>) {
    const { hasBegun } = this
    this.begin = undefined
    this.hasBegun = false
    if (hasBegun) await end(this.inner)
  }
}

function lazyBegin(driver: Driver): Driver {
  const lazy = (connection: DatabaseConnection) => connection as LazyConnection
  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    async acquireConnection(options) {
      return new LazyConnection(await driver.acquireConnection(options))
    },
    releaseConnection: (connection, options) =>
      driver.releaseConnection(lazy(connection).inner, options),
    async beginTransaction(connection, settings: TransactionSettings) {
      const { inner } = lazy(connection)
      // Not assigned to the property directly: docs/decisions/0135.
      const begin = () => driver.beginTransaction(inner, settings)
      lazy(connection).begin = begin
    },
    commitTransaction: (connection) =>
      lazy(connection).end((inner) => driver.commitTransaction(inner)),
    rollbackTransaction: (connection) =>
      lazy(connection).end((inner) => driver.rollbackTransaction(inner)),
  }
}
