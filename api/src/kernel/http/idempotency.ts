import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { withoutRows } from '../db/pending-rows.ts'
import { LOCKS, tryLockForTransaction } from '../db/locks.ts'
import type { SigningKeys } from './auth/signed-link.ts'
import { Problem, conflict, invalid, malformed } from './contract/problem.ts'

/** The class of PostgreSQL's error codes for unique keys and references. */
const INTEGRITY_VIOLATION = '23'

/** `digests` has one for each signing key, the current one first. */
export type IdempotentRequest = {
  person: string
  key: string
  digests: readonly string[]
  secret: boolean
}

/** Requests of a person with the same key and the same content are the same request. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  {
    keys,
    person,
    secret,
    content,
  }: { keys: SigningKeys; person: string; secret: boolean; content: unknown[] },
): IdempotentRequest | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw malformed(
      'idempotency.malformed',
      'Idempotency-Key must be 1 to 200 visible ASCII characters.',
    )
  return { person, key: header, digests: digestsOf(keys, JSON.stringify(content)), secret }
}

/** With a key, because the content can be a short secret that somebody could guess. */
function digestsOf({ current, secrets }: SigningKeys, content: string): string[] {
  const newestFirst = [secrets.get(current)!, ...secrets.values()]
  return [...new Set(newestFirst)].map((secret) =>
    createHmac('sha256', secret).update(`idempotency ${content}`).digest('hex'),
  )
}

/** Does the work once per key. The response is saved in the transaction of the work. */
export async function runOnce<T>(
  tx: Tx,
  request: IdempotentRequest | undefined,
  {
    work,
    checkReplay,
  }: { work: () => Promise<T>; checkReplay: (response: unknown) => Promise<void> },
): Promise<T> {
  if (!request) return work()
  // A repetition of a finished request needs no lock, so repetitions do not wait for each other.
  const isClaimed = await claimKey(tx, request)
  const saved = await tx
    .selectFrom('idempotency')
    .select(['digest', 'response'])
    .where('person_id', '=', request.person)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (saved) {
    const response = replay(request, saved) as T
    await recheckAccess(tx, work)
    await checkReplay(response)
    return response
  }
  if (!isClaimed) throw inFlight()
  const response = await work()
  await tx
    .insertInto('idempotency')
    .values({
      person_id: request.person,
      key: request.key,
      digest: request.digests[0]!,
      response: request.secret ? null : JSON.stringify(response),
    })
    .execute()
  return response
}

/** A second request with the same key is told to retry, instead of waiting for the first. */
const inFlight = () =>
  new Problem(
    409,
    'idempotency.in-flight',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    {},
    { 'retry-after': '1' },
  )

const claimKey = (tx: Tx, { person, key }: IdempotentRequest): Promise<boolean> =>
  tryLockForTransaction(tx, LOCKS.idempotencyKey, `${person} ${key}`)

function replay(request: IdempotentRequest, saved: { digest: string; response: unknown }): unknown {
  if (!request.digests.includes(saved.digest))
    throw invalid(
      'idempotency.other-body',
      'This Idempotency-Key was used for another request. Use a new key.',
    )
  if (request.secret)
    throw conflict(
      'idempotency.secret-shown',
      'This request was completed and its secret was shown once. Use a new key to create another.',
    )
  return JSON.parse(saved.response as string)
}

/**
 * Repeats the work and rolls it back. A caller who has lost access gets what they would get now;
 * other errors are expected, for example because the record exists.
 */
async function recheckAccess(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint replay`.execute(tx)
  const error = await withoutRows(tx, work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  await sql`rollback to savepoint replay`.execute(tx)
  if (error !== undefined && !isExpected(error)) throw error
}

const isExpected = (error: unknown): boolean =>
  error instanceof Problem
    ? ![401, 403, 404].includes(error.status) && error.code !== 'reference.unknown'
    : String((error as { code?: unknown }).code).startsWith(INTEGRITY_VIOLATION)

/** A key is remembered for a day. */
export async function pruneIdempotencyKeys(tx: Tx): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(tx)
}
