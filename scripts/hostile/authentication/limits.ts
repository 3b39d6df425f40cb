// Cases 6 to 10 and 21: guessing, measuring and overloading the sign-in.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
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

/** As fast as the service answers. The attacker also shares the processor with it here. */
function stuffCredentials(on: Installation) {
  const from = newNetwork()
  return inParallel(times(5000, String), 4, (index) =>
    signIn(on, `person-${index}@example.com`, { password: 'Summer-2026-9', from }),
  )
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

export async function tenThousandSignIns(on: Installation): Promise<string> {
  const { _id, email } = await createPerson(on)
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
  const replies = await inParallel(times(10_000, String), 8, () => signIn(on, email, { from }))
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
