// Cases 6 to 10 and 21: guessing, measuring and overloading the sign-in.
import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from '../../../api/test/test-app.ts'
import type { Installation } from '../tools/installation.ts'
import {
  countsOf,
  expectUnaffected,
  inParallel,
  mannWhitney,
  median,
  timed,
  times,
} from '../tools/measure.ts'
import {
  comparable,
  createPerson,
  expectStatus,
  newNetwork,
  send,
  signIn,
} from '../tools/request.ts'

/** Every attempt comes from a network of its own, so that no limit ends the measurement. */
export async function timingOfUnknownEmails(on: Installation): Promise<string> {
  const { email } = await createPerson(on)
  const samples = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  const attempt = async (kind: keyof typeof samples, address: string) => {
    const { ms, result } = await timed(() => signIn(on, address, { password: 'wrong-guess-1' }))
    samples[kind].push(ms)
    bodies.add(`${result.status} ${comparable(result)}`)
  }
  for (let round = 0; round < 200; round++) {
    const both = [
      () => attempt('known', email),
      () => attempt('unknown', `unknown-${round}@example.com`),
    ]
    for (const one of round % 2 ? both : both.toReversed()) await one()
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
  const difference = Math.abs(median(samples.known) - median(samples.unknown))
  const p = mannWhitney(samples.known, samples.unknown)
  const seen = `medians differ by ${difference.toFixed(2)} ms, p = ${p.toFixed(3)}`
  assert.ok(difference < 5 && p > 0.01, seen)
  return `200 each, one body; ${seen}`
}

export async function guessesOfOnePassword(on: Installation): Promise<string> {
  const { email } = await createPerson(on)
  const from = newNetwork()
  const guesses = times(20, (index) => ({
    address: index % 2 ? email.toUpperCase() : email,
    headers: { 'x-forwarded-for': `203.0.113.${index}`, 'x-real-ip': `203.0.113.${index}` },
    password: `guess-number-${index}`,
  }))
  const replies = []
  for (const { address, ...guess } of guesses)
    replies.push(await signIn(on, address, { ...guess, from }))
  const statuses = replies.map(({ status }) => status)
  assert.deepEqual(statuses, [...times(5, () => 401), ...times(15, () => 429)])
  assert.ok(Number(replies[5]!.headers['retry-after']) > 0)
  for (const other of [email.replace('@', '+tag@'), email.replace('e', 'е')])
    expectStatus(await signIn(on, other, { from: newNetwork() }), 401)
  expectStatus(await signIn(on, email), 200)
  return `${countsOf(statuses)} with Retry-After; 200 from another network`
}

export async function oneGuessPerAccount(on: Installation): Promise<string> {
  const { seen, result } = await expectUnaffected(on, () => stuffCredentials(on))
  const statuses = result.map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 401).length <= 110, countsOf(statuses))
  assert.ok(!statuses.some((status) => ![401, 429, 503].includes(status)), countsOf(statuses))
  return `${countsOf(statuses)}; ${seen}`
}

/** About 100 a second, because the attacker shares the processor with the service here. */
function stuffCredentials(on: Installation) {
  const from = newNetwork()
  return inParallel(times(5000, String), 4, async (index) => {
    await sleep(40)
    return signIn(on, `person-${index}@example.com`, { password: 'Summer-2026-9', from })
  })
}

export async function guessedTokens(on: Installation): Promise<string> {
  const from = newNetwork()
  const { email } = on.a.people.vendor
  const { ms, result } = await timed(() =>
    inParallel(times(10_000, String), 16, () =>
      send(on, '/api/assets', {
        by: { email, token: randomBytes(32).toString('base64url') },
        from,
      }),
    ),
  )
  const statuses = result.map(({ status }) => status)
  assert.ok(
    statuses.every((status) => status === 401 || status === 429),
    countsOf(statuses),
  )
  assert.ok(statuses.includes(429), countsOf(statuses))
  // Argon2 takes 20 ms and more of a core, two at a time: 100 s for all of them.
  assert.ok(ms < 60_000, `${ms} ms: passwords seem to be hashed`)
  expectStatus(await send(on, '/api/assets', { by: on.a.people.vendor, from }), 200)
  return `${countsOf(statuses)} in ${(ms / 1000).toFixed(1)} s; the right token still works`
}

export async function parallelSignIns(on: Installation): Promise<string> {
  const { email } = await createPerson(on)
  const { seen, result } = await expectUnaffected(on, () =>
    Promise.all(times(100, () => signIn(on, email))),
  )
  const statuses = result.map(({ status }) => status)
  assert.ok(
    statuses.every((status) => status === 200 || status === 503),
    countsOf(statuses),
  )
  return `${countsOf(statuses)}; ${seen}`
}

/** The hash of this person is cheap, because 10,000 real ones would take a quarter of an hour. */
export async function tenThousandSignIns(on: Installation): Promise<string> {
  const { _id, email } = await createPerson(on)
  await on.query('update person set password_hash = $1 where id = $2', [cheapHash(PASSWORD), _id])
  const entries = async () =>
    Number(
      (
        await on.query<{ count: string }>(
          `select count(*) from audit where about_kind = 'session' and by_id = $1`,
          [_id],
        )
      )[0]!.count,
    )
  const before = await entries()
  const from = newNetwork()
  const replies = await inParallel(times(10_000, String), 16, () => signIn(on, email, { from }))
  const statuses = replies.map(({ status }) => status)
  const [row] = await on.query<{ live: string }>(
    'select count(*) as live from token where person_id = $1 and revoked_at is null',
    [_id],
  )
  const opened = statuses.filter((status) => status === 200).length
  const live = Number(row!.live)
  assert.ok(opened > 9000 && live <= 50, `${countsOf(statuses)}; ${live} live tokens`)
  assert.equal((await entries()) - before, opened)
  return `${countsOf(statuses)}; ${live} live tokens, one audit entry each`
}

function cheapHash(message: string): string {
  const settings = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const nonce = randomBytes(16)
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  const tag = argon2Sync('argon2id', { ...settings, message, nonce })
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`
}
