import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { busy } from '../contract/problem.ts'
import { createFairQueue } from '../../compute/fair-queue.ts'

/** What OWASP recommends for argon2id. */
export const RECOMMENDED_COST = { memory: 19_456, passes: 2 }
const settings = { parallelism: 1, tagLength: 32, ...RECOMMENDED_COST }
/** Tests sign in hundreds of times and lower the cost. */
export const setHashCost = (cost: typeof RECOMMENDED_COST) => void Object.assign(settings, cost)

/**
 * Hashing takes a thread of the pool that file access needs too, so at most two run at a time, and
 * one core is left for other requests.
 */
export const HASH_QUEUE = {
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  // A second of work for one core. Whoever comes later tries again soon.
  maxWaiting: 32,
}
const inTurn = createFairQueue({
  ...HASH_QUEUE,
  rejection: () => busy('Too many people are signing in right now. Try again in a moment.', 2),
})

const derive = promisify(argon2)

/**
 * `client` is the network of the request: networks take turns. Call this outside of transactions,
 * because a hash may wait for seconds.
 */
export async function hashPassword(password: string, client: string): Promise<string> {
  const nonce = randomBytes(16)
  const cost = { ...settings }
  const tag = await inTurn(client, () =>
    derive('argon2id', { ...cost, message: password.normalize('NFC'), nonce }),
  )
  return phcString(cost, nonce, tag)
}

/** Takes the same time without a hash, so that timing does not reveal which emails exist. */
export async function verifyPassword(
  password: string,
  phc: string | null | undefined,
  client: string,
): Promise<boolean> {
  const [, , , cost, nonce, tag] = (phc ?? dummyHash()).split('$') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [memory, passes, parallelism] = cost.split(',').map((part) => Number(part.slice(2))) as [
    number,
    number,
    number,
  ]
  const expected = Buffer.from(tag, 'base64')
  const message = password.normalize('NFC')
  const actual = await inTurn(client, () =>
    derive('argon2id', {
      message,
      nonce: Buffer.from(nonce, 'base64'),
      memory,
      passes,
      parallelism,
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected) && Boolean(phc)
}

function phcString(
  { memory, passes, parallelism }: typeof settings,
  nonce: Buffer,
  tag: Buffer,
): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
const dummyHash = () => phcString(settings, randomBytes(16), randomBytes(32))
