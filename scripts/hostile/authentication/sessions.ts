// Cases 12 to 14, 16, 20 and 22: the life of a token.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { basicAuth } from '../../../api/test/raw-http.ts'
import { PASSWORD } from '../../../api/test/test-app.ts'
import type { Installation } from '../tools/installation.ts'
import { countsOf, times } from '../tools/measure.ts'
import { createPerson, expectStatus, newNetwork, parse, send, signIn } from '../tools/request.ts'

export async function selfMadeSecondFactor(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const read = async () =>
    parse<object>(await send(on, `/api/users/${vendor._id}`, { by: on.a.people.studio }))
  const before = await read()
  for (const body of [{ twofactorVerified: true }, { hasEnforced2fa: true }])
    expectStatus(
      await send(on, `/api/session/${vendor._id}`, { method: 'PUT', by: vendor, body }),
      403,
    )
  assert.deepEqual(await read(), before)
  return '403, 403, unchanged'
}

export async function signOutOnTwoNodes(on: Installation): Promise<string> {
  const other = await on.secondNode()
  let requests = 0
  for (let round = 0; round < 20; round++) {
    const by = await createSession(on, on.a.people.guest.email)
    expectStatus(await send(on, '/api/assets', { by, port: other.port }), 200)
    expectStatus(await send(on, '/api/session', { method: 'DELETE', by }), 200)
    const after = await Promise.all(
      times(10, (index) =>
        send(on, '/api/assets', { by, port: index % 2 ? other.port : on.service.port }),
      ),
    )
    for (const reply of after) expectStatus(reply, 401)
    requests += after.length
  }
  return `${requests} requests on two nodes after 20 sign-outs: all 401`
}

async function createSession(on: Installation, email: string) {
  return parse<{ token: string; email: string }>(expectStatus(await signIn(on, email), 200))
}

export async function suspensionWhilePolling(on: Installation): Promise<string> {
  const person = await createPerson(on)
  let answered = Infinity
  let isOver = false
  const polls: Promise<{ sent: number; status: number }>[] = []
  const polling = (async () => {
    while (!isOver) {
      const sent = performance.now()
      polls.push(send(on, '/api/assets', { by: person }).then(({ status }) => ({ sent, status })))
      await sleep(20)
    }
  })()
  await sleep(1000)
  const change = { method: 'PUT', by: on.admin, body: { status: { approved: false } } }
  expectStatus(await send(on, `/api/users/${person._id}`, change), 200)
  answered = performance.now()
  await sleep(2000)
  isOver = true
  await polling
  const all = await Promise.all(polls)
  const after = all.filter(({ sent }) => sent > answered).map(({ status }) => status)
  assert.ok(all.some(({ status }) => status === 200))
  assert.ok(after.length > 50 && after.every((status) => status === 401), countsOf(after))
  return `${all.length - after.length} before, then ${countsOf(after)}`
}

export async function signOutTwice(on: Installation): Promise<string> {
  const by = await createSession(on, on.a.people.guest.email)
  const both = await Promise.all(times(2, () => send(on, '/api/session', { method: 'DELETE', by })))
  assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '401'])
  const headers = basicAuth(on.a.people.guest.email, PASSWORD)
  const live = async () =>
    on.query(`select id from token where revoked_at is null and person_id = $1 order by id`, [
      on.a.people.guest._id,
    ])
  const before = await live()
  const byPassword = await send(on, '/api/session', { method: 'DELETE', headers })
  expectStatus(byPassword, 400)
  assert.deepEqual(await live(), before)
  return '200 and 401; with a password 400, nothing revoked'
}

export async function canarySecrets(on: Installation): Promise<string> {
  const canary = `Canary-${crypto.randomUUID()}`
  const person = await createPerson(on, { password: canary })
  const wrong = `Wrong-${crypto.randomUUID()}`
  await signIn(on, person.email, { password: wrong })
  await send(on, `/api/session?token=${person.token}`)
  await send(on, `/api/session/${person._id}`, {
    method: 'PUT',
    by: person,
    body: { password: `${canary}-new`, currentPassword: wrong, unknown: canary },
  })
  const secrets = [canary, wrong, person.token]
  const headers = secrets.map((secret) => btoa(`${person.email}:${secret}`))
  const needles = [...secrets, ...headers, btoa(`${person.email}:token-${person.token}`)]
  const metrics = await send(on, '/metrics')
  const places = { log: await on.readLog(), metrics: metrics.text, ...(await readTables(on)) }
  const hits = Object.entries(places).flatMap(([place, text]) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => `${place}: ${needle}`),
  )
  assert.deepEqual(hits, [])
  const bytes = Object.values(places).reduce((sum, text) => sum + text.length, 0)
  return `0 hits in the log, the metrics and ${Object.keys(places).length - 2} tables (${bytes} bytes)`
}

/** Every row of every table as text, which is also what a backup contains. */
export async function readTables(on: Installation): Promise<Record<string, string>> {
  const tables = await on.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await on.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts[name] = rows.map(({ row }) => row).join('\n')
  }
  return texts
}

export async function tokenOfRemovedPerson(on: Installation): Promise<string> {
  const person = await createPerson(on)
  expectStatus(await send(on, `/api/users/${person._id}`, { method: 'DELETE', by: on.admin }), 200)
  expectStatus(await send(on, '/api/assets', { by: person }), 401)
  const again = await send(on, '/api/users', {
    method: 'POST',
    by: on.admin,
    body: {
      emailNormal: person.email,
      name: 'Another',
      password: PASSWORD,
      roles: ['guest'],
      studios: [on.a.studio._id],
    },
  })
  expectStatus(await send(on, '/api/assets', { by: person, from: newNetwork() }), 401)
  return `401; the address registered again answers ${again.status}, and the old token 401`
}
