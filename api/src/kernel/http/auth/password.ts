import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { busy } from '../contract/problem.ts'

const SETTINGS = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
/** Hashing takes a thread of the pool that files need too, so only two run at a time. */
const AT_ONCE = 2
const WAITING = 64

const derive = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() =>
    derive('argon2id', { ...SETTINGS, message: password.normalize('NFC'), nonce }),
  )
  const { memory, passes, parallelism } = SETTINGS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(tag)}`
}

/**
 * Does the same work whether or not there is a hash to compare with, so that time does not tell
 * which e-mails exist.
 */
export async function verifyPassword(
  password: string,
  phc: string | null | undefined,
): Promise<boolean> {
  const [, , , settings, nonce, tag] = (phc ?? NOBODY).split('$') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [memory, passes, parallelism] = settings
    .split(',')
    .map((part) => Number(part.slice(2))) as [number, number, number]
  const expected = Buffer.from(tag, 'base64')
  const message = password.normalize('NFC')
  const found = await inTurn(() =>
    derive('argon2id', {
      message,
      nonce: Buffer.from(nonce, 'base64'),
      memory,
      passes,
      parallelism,
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(found, expected) && Boolean(phc)
}

const bare = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
const NOBODY = `$argon2id$v=19$m=${SETTINGS.memory},t=${SETTINGS.passes},p=1$${bare(randomBytes(16))}$${bare(randomBytes(32))}`

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw busy('Too many people are signing in at this moment. Try again shortly.', 2)
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}
