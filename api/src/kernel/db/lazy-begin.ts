// A transaction takes a connection and begins with the first statement that needs it. A statement
// that is a transaction of its own does not begin one: it saves two round trips if it is the only
// one that writes.
import {
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { kindOfMerge, type Merger } from './merge-statements.ts'

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

type Source = {
  acquire: () => Promise<DatabaseConnection>
  release: (connection: DatabaseConnection) => Promise<void>
}

type ConnectionCaller = {
  /** Runs before the first statement on a connection. */
  state: (connection: DatabaseConnection) => Promise<void>
  /** Sends a statement with others of the caller, on a connection of its own. */
  merge: Merger
}

/** Takes a connection for the first statement that is not sent with those of others. */
export class LazyConnection implements DatabaseConnection {
  readonly #source: Source
  #inner: Promise<DatabaseConnection> | undefined
  #caller: ConnectionCaller | undefined
  #isOver = false
  /** Begins the transaction. Undefined outside of one, and after it has begun. */
  begin: ((inner: DatabaseConnection) => Promise<void>) | undefined
  /** Whether a transaction has to be ended. */
  #hasBegun = false

  constructor(source: Source) {
    this.#source = source
  }

  serve(caller: ConnectionCaller) {
    this.#caller = caller
  }

  inner(): Promise<DatabaseConnection> {
    this.#inner ??= this.#acquire()
    return this.#inner
  }

  async #acquire(): Promise<DatabaseConnection> {
    const inner = await this.#source.acquire()
    try {
      await this.#caller?.state(inner)
      return inner
    } catch (error) {
      await this.#source.release(inner)
      throw error
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('A statement follows the last one of its transaction')
    const isIndependent = independent.has(query)
    const kind = this.begin && isIndependent && this.#caller ? kindOfMerge(query) : undefined
    if (kind === 'insert') {
      this.#isOver = true
      await this.release()
      return this.#caller!.merge(query)
    }
    // A transaction that has a connection does not wait for another one.
    if (kind === 'read' && !this.#inner) return this.#caller!.merge(query)
    // Sent before `query`, also if another statement is waiting: a connection keeps their order.
    if (this.begin && !isIndependent) await this.#beginNow(this.begin)
    return (await this.inner()).executeQuery<R>(query)
  }

  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    if (this.begin) await this.#beginNow(this.begin)
    yield* (await this.inner()).streamQuery<R>(query, size)
  }

  async #beginNow(begin: (inner: DatabaseConnection) => Promise<void>) {
    this.begin = undefined
    const inner = await this.inner()
    this.#hasBegun = true
    await begin(inner)
  }

  /** Runs `end` if there is anything to end. */
  async end(end: (inner: DatabaseConnection) => Promise<void>) {
    const hasBegun = this.#hasBegun
    this.begin = undefined
    this.#hasBegun = false
    if (hasBegun) await end(await this.inner())
  }

  async release() {
    const acquired = this.#inner
    this.#inner = undefined
    const inner = await acquired?.catch(() => undefined)
    if (inner) await this.#source.release(inner)
  }
}

function lazyBegin(driver: Driver): Driver {
  const lazy = (connection: DatabaseConnection) => connection as LazyConnection
  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    acquireConnection: (options) =>
      Promise.resolve(
        new LazyConnection({
          acquire: () => driver.acquireConnection(options),
          release: (connection) => driver.releaseConnection(connection),
        }),
      ),
    releaseConnection: (connection) => lazy(connection).release(),
    async beginTransaction(connection, settings: TransactionSettings) {
      // Not assigned to the property directly: docs/decisions/0135.
      const begin = (inner: DatabaseConnection) => driver.beginTransaction(inner, settings)
      lazy(connection).begin = begin
    },
    commitTransaction: (connection) =>
      lazy(connection).end((inner) => driver.commitTransaction(inner)),
    rollbackTransaction: (connection) =>
      lazy(connection).end((inner) => driver.rollbackTransaction(inner)),
  }
}
