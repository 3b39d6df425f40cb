// Hostile cases that need the service as a process of its own: its log, its sockets, its workers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { toneWav } from '../../demo/sample-files.ts'
import * as files from '../../src/files/contract.ts'
import * as sessions from '../../src/sessions/contract.ts'
import * as users from '../../src/users/contract.ts'
import { still } from '../clips.ts'
import { expectProblem } from '../expect-problem.ts'
import { uploadFile } from '../orders.ts'
import { basicAuth, openSocket, signedHead, tokenAuth } from '../raw-http.ts'
import { startWithFixtures } from '../service-fixtures.ts'
import { times } from './effort.ts'

let installation: Awaited<ReturnType<typeof startWithFixtures>>
before(async () => (installation = await startWithFixtures({ LOG_LEVEL: 'trace' })))
after(() => installation.stop())

/** Every row of every table as text, which is also what a backup contains. */
async function readTables(): Promise<Record<string, string>> {
  const { query } = installation
  const tables = await query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`select t::text as row from ${name} t`)
    texts[name] = rows.map(({ row }) => row).join('\n')
  }
  return texts
}

test('20. secrets in logs, metrics and tables', async () => {
  const { service, admin, a, withClient, readLog } = installation
  const [password, wrong] = [`Canary-${crypto.randomUUID()}`, `Wrong-${crypto.randomUUID()}`]
  const email = `${crypto.randomUUID()}@example.com`
  const { _id } = await admin.call(users.inviteUser, {
    body: {
      emailNormal: email,
      name: 'Somebody',
      password,
      roles: ['guest'],
      studios: [a.studio._id],
    },
  })
  const open = (secret: string, query = '') =>
    fetch(`${service.address}/api/session${query}`, { headers: basicAuth(email, secret) })
  const { token } = (await (await open(password)).json()) as sessions.Session
  assert.equal((await open(wrong)).status, 401)
  await open(wrong, `?token=${token}`)
  await expectProblem(
    withClient({ _id, email, token }).call(sessions.changeSession, {
      params: { id: _id },
      body: { password: `${password}-new`, currentPassword: wrong },
    }),
    403,
  )
  const unknown = await fetch(`${service.address}/api/session/${_id}`, {
    method: 'PUT',
    headers: { ...tokenAuth({ email, token }), 'content-type': 'application/json' },
    body: JSON.stringify({ password, currentPassword: wrong, unknown: password }),
  })
  assert.equal(unknown.status, 400)
  assert.ok(!(await unknown.text()).includes(password))
  const secrets = [password, wrong, token]
  const needles = [...secrets, ...secrets.map((secret) => btoa(`${email}:${secret}`))]
  const metrics = await fetch(`${service.address}/metrics`)
  assert.equal(metrics.status, 200)
  const log = await readLog()
  assert.match(log, /"path":"\/api\/session"/)
  const places = { log, metrics: await metrics.text(), ...(await readTables()) }
  const hits = Object.entries(places).flatMap(([place, text]) =>
    [...needles, btoa(`${email}:token-${token}`)].flatMap((needle) =>
      text.includes(needle) ? [`${place}: ${needle}`] : [],
    ),
  )
  assert.deepEqual(hits, [])
})

test('control: a secret in a table is found', async () => {
  const secret = crypto.randomUUID()
  const { _id } = installation.a.people.guest
  await installation.query('update person set name = $1 where id = $2', [secret, _id])
  const tables = Object.entries(await readTables()).filter(([, text]) => text.includes(secret))
  assert.ok(tables.some(([table]) => table === 'person'))
})

/** Sends one byte a second, and returns the seconds until the service closes the connection. */
async function secondsUntilCut(head: string, body = ''): Promise<number> {
  const socket = (await openSocket(installation.service.port)).resume()
  const started = Date.now()
  socket.write(head)
  let isClosed = false
  socket.on('close', () => (isClosed = true))
  for (const byte of body) {
    if (isClosed) break
    socket.write(byte)
    await sleep(1000)
  }
  socket.destroy()
  return (Date.now() - started) / 1000
}

test('73. slow clients and 5,000 idle connections', async () => {
  const { service, a, b } = installation
  const film = await uploadFile(a.people.vendor, a, 'large.bin', 'x'.repeat(2 ** 23))
  const open = () => openSocket(service.port)
  const sockets = []
  while (sockets.length < 5000) sockets.push(...(await Promise.all(times(100, open))))
  const unread = await Promise.all(times(20, open))
  for (const socket of unread) {
    socket.pause()
    socket.write(signedHead(a.people.vendor, `GET /api/files/${film._id}/content HTTP/1.1`))
  }
  let cuts = 0
  const put = `PUT /api/projects/${a.project._id} HTTP/1.1`
  const [json, length] = ['Content-Type: application/json', 'Content-Length: 1000']
  const slow = [
    secondsUntilCut('', signedHead(a.people.studio, put, json, length)),
    secondsUntilCut(signedHead(a.people.studio, put, json, length), ' '.repeat(1000)),
  ].map((seconds) => seconds.finally(() => cuts++))
  for (let served = 0; served < 30; served++) await b.people.studio.call(sessions.listTokens)
  assert.ok(cuts < 2, 'others are served during the attack')
  for (const seconds of await Promise.all(slow)) assert.ok(seconds < 20, `${seconds} s`)
  for (const socket of [...sockets, ...unread]) socket.destroy()
})

/** Every number of flips with and without a cut. Each file takes a process of its own. */
const MUTANTS = 140

test('101. mutated media files', async () => {
  const { a, query, service, readLog } = installation
  const { vendor } = a.people
  const sources = [toneWav(440).subarray(0, 40_000), still(64, 48)]
  const logged = (await readLog()).length
  for (let index = 0; index < MUTANTS; index++) {
    const body = mutate(sources[index % sources.length]!, index)
    const { _id: id } = await vendor.call(files.registerFile, {
      body: { name: `mutant-${index}`, asset: a.asset._id },
    })
    await vendor.call(files.receiveContent, { params: { id }, body })
  }
  const isWaiting = async () =>
    (await query(`select from job where kind = 'process-media' and dead_at is null`)).length > 0
  while (await isWaiting()) await sleep(500)
  const tries = await query(
    `select from job where kind = 'process-media' and dead_at is not null and attempts > 5`,
  )
  assert.deepEqual(tries, [])
  assert.equal((await fetch(`${service.address}/readyz`)).status, 200)
  assert.doesNotMatch((await readLog()).slice(logged), /"status":5\d\d/)
})

/** Flips bytes, mostly in the head, where parsers decide. */
function mutate(source: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(source)
  let state = seed + 1
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  for (let flips = 0; flips <= seed % 20; flips++)
    bytes[next(flips % 3 ? 200 : bytes.length)] = next(256)
  return seed % 7 === 0 ? bytes.subarray(0, next(bytes.length)) : bytes
}
