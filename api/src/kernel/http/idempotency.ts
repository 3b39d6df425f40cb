import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { LOCKS, tryLockForTransaction } from '../db/locks.ts'
import { Problem, conflict, invalid, malformed } from './contract/problem.ts'

export type IdempotentRequest = { person: string; key: string; digest: string; secret: boolean }

/** What makes two requests the same. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  person: string,
  secret: boolean,
  ...said: unknown[]
): IdempotentRequest | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw malformed(
      'idempotency.malformed',
      'Idempotency-Key must be 1 to 200 visible ASCII characters.',
    )
  return { person, key: header, digest: hash('sha256', JSON.stringify(said)), secret }
}

/**
 * Does the work once for a key. The answer is kept in the transaction of the work, so neither
 * outlives the other.
 */
export async function runOnce<T>(
  tx: Tx,
  retry: IdempotentRequest | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!retry) return work()
  await claimKey(tx, retry)
  const done = await tx
    .selectFrom('idempotency')
    .select(['digest', 'response'])
    .where('person_id', '=', retry.person)
    .where('key', '=', retry.key)
    .executeTakeFirst()
  if (done) return replay(retry, done) as T
  const answer = await work()
  await tx
    .insertInto('idempotency')
    .values({
      person_id: retry.person,
      key: retry.key,
      digest: retry.digest,
      response: retry.secret ? null : JSON.stringify(answer),
    })
    .execute()
  return answer
}

/** A second request with the same key is told to retry, instead of waiting for the first. */
async function claimKey(tx: Tx, { person, key }: IdempotentRequest) {
  if (await tryLockForTransaction(tx, LOCKS.idempotencyKey, `${person} ${key}`)) return
  throw new Problem(
    409,
    'idempotency.in-flight',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    {},
    { 'retry-after': '1' },
  )
}

function replay(retry: IdempotentRequest, done: { digest: string; response: unknown }): unknown {
  if (done.digest !== retry.digest)
    throw invalid(
      'idempotency.other-body',
      'This Idempotency-Key was used for another request. Use a new key.',
    )
  if (retry.secret)
    throw conflict(
      'idempotency.secret-shown',
      'This was done, and its secret was shown once. Ask for a new one with a new key.',
    )
  return JSON.parse(done.response as string)
}

/** A key is remembered for a day. */
export async function pruneIdempotencyKeys(tx: Tx): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(tx)
}
