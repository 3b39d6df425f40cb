import { AsyncLocalStorage } from 'node:async_hooks'
import { queryPrototype } from './statements-of.ts'

/**
 * Runs `first`, and holds its statement with this number while `second` runs, or waits for a lock
 * that `first` has. Returns false if `first` has fewer statements.
 */
export async function interleave(
  number: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<boolean> {
  const isFirst = new AsyncLocalStorage<true>()
  const heldStatement = Promise.withResolvers<() => void>()
  let sent = 0
  const { submit } = queryPrototype
  queryPrototype.submit = function (connection) {
    if (!isFirst.getStore() || ++sent !== number) return submit.call(this, connection)
    heldStatement.resolve(() => submit.call(this, connection))
    return undefined
  }
  try {
    const finished = isFirst.run(true, first)
    const release = await Promise.race([heldStatement.promise, finished.then(() => undefined)])
    const secondCall = second()
    await Promise.race([secondCall, sleep(LOCK_WAIT_MS)])
    release?.()
    await Promise.all([finished, secondCall])
    return release !== undefined
  } finally {
    queryPrototype.submit = submit
  }
}

/** After so long, `second` waits for a lock. */
const LOCK_WAIT_MS = 150

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
