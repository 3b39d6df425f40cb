import { createHmac } from 'node:crypto'
import type { Db, Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import type { SigningKeys } from './auth/signed-link.ts'
import { Problem, conflict, invalid, malformed } from './contract/problem.ts'

/** The class of PostgreSQL's error codes for unique keys and references. */
const INTEGRITY_VIOLATION = '23'
const LOCK_NOT_AVAILABLE = '55P03'

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

/**
 * Does the work once per key. The key and the response are saved in the transaction of the work, so
 * that only one of two requests with the same key can be saved. A finished request is repeated
 * without a claim, so repetitions do not wait for each other.
 */
export async function runOnce<T>(
  tx: Tx,
  request: IdempotentRequest | undefined,
  {
    claim,
    work,
    checkReplay,
  }: {
    claim: () => void
    work: () => Promise<T>
    checkReplay: (response: unknown) => Promise<void>
  },
): Promise<T> {
  if (!request) return work()
  const saved = await findSaved(tx, request)
  if (saved) {
    const response = replay(request, saved) as T
    await recheckAccess(tx, work)
    await checkReplay(response)
    return response
  }
  claim()
  const response = await work()
  await sql`
    insert into idempotency (person_id, key, digest, response)
    values (${request.person}, ${request.key}, ${request.digests[0]!},
      ${request.secret || response === undefined ? null : JSON.stringify(response)})`.execute(tx)
  return response
}

/** The requests of this process that are running, by person and key. */
const running = new Set<string>()

/**
 * `claim` throws while another request of this process has claimed the same key. If another process
 * was faster, `attempt` fails with a conflict, and is repeated to get the saved response.
 */
export async function claimKey<T>(
  db: Db,
  request: IdempotentRequest | undefined,
  attempt: (claim: () => void) => Promise<T>,
): Promise<T> {
  if (!request) return attempt(() => {})
  const name = `${request.person} ${request.key}`
  let isClaimed = false
  const claim = () => {
    if (isClaimed) return
    if (running.has(name)) throw inFlight()
    running.add(name)
    isClaimed = true
  }
  try {
    return await attempt(claim).catch(async (error: unknown) => {
      if (!isConflict(error)) throw error
      if (await findSaved(db, request)) return attempt(claim)
      throw isKeyLocked(error) ? inFlight() : error
    })
  } finally {
    if (isClaimed) running.delete(name)
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Problem
    ? error.status === 409 && !error.code.startsWith('idempotency.')
    : codeOf(error) === LOCK_NOT_AVAILABLE || codeOf(error).startsWith(INTEGRITY_VIOLATION)

/** Whether another transaction has inserted the key, and has not ended for two seconds. */
const isKeyLocked = (error: unknown): boolean =>
  codeOf(error) === LOCK_NOT_AVAILABLE &&
  String((error as { where?: unknown }).where).includes('"idempotency_pkey"')

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)

type SavedResponse = { digest: string; response: string | null }

async function findSaved(db: Db, { person, key }: IdempotentRequest) {
  const { rows } = await sql<SavedResponse>`
    select digest, response from idempotency
    where person_id = ${person} and key = ${key}`.execute(db)
  return rows[0]
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

function replay(request: IdempotentRequest, saved: SavedResponse): unknown {
  if (!request.digests.includes(saved.digest))
    throw invalid(
      'idempotency.body-mismatch',
      'This Idempotency-Key was used for another request. Use a new key.',
    )
  if (request.secret)
    throw conflict(
      'idempotency.secret-unavailable',
      'This request was completed and its secret was shown once. Use a new key to create another.',
    )
  return JSON.parse(saved.response!)
}

/**
 * Repeats the work and rolls it back. A caller who has lost access gets what they would get now;
 * other errors are expected, for example because the record exists.
 */
async function recheckAccess(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint replay`.execute(tx)
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  await sql`rollback to savepoint replay`.execute(tx)
  if (error !== undefined && !isExpected(error)) throw error
}

const isExpected = (error: unknown): boolean =>
  error instanceof Problem
    ? ![401, 403, 404].includes(error.status) && error.code !== 'reference.not-found'
    : codeOf(error).startsWith(INTEGRITY_VIOLATION)

/** A key is remembered for a day. */
export async function pruneIdempotencyKeys(tx: Tx): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(tx)
}
