// Uses a real receiver, and the sample code of docs/webhooks.md to check signatures.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { events, webhooks, workrequests } from '@reelay/api/contract'
import { sql } from '../../../../api/src/kernel/db/sql.ts'
import { orderWithoutMaterials } from '../../../../api/test/work-requests.ts'
import { startReceiver } from '../../../../api/test/webhook-receiver.ts'
import { setupSignedInCli, type CliTestApp } from '../../../test/program.ts'
import { EXIT_CODES } from '../../output/exit-codes.ts'

type Sample = { verify: (secret: string, header: unknown, body: string) => boolean }
const guide = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const sample = (): Promise<Sample> =>
  import(
    `data:text/javascript,${encodeURIComponent(/^cat > verify\.mjs <<'END'\n(.*?)^END$/ms.exec(guide)![1]!)}`
  )

/** Starts a command and waits until it listens. */
async function startListening(
  t: TestContext,
  { start }: CliTestApp,
  words: string[],
  env?: Record<string, string>,
) {
  const child = start(words, env)
  t.after(() => child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let err = ''
  const connected = new Promise<void>((resolve) =>
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
      if (err.includes('Listening')) resolve()
    }),
  )
  const exited = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    connected,
    exited.then(([code]) => {
      throw new Error(`exited with ${code}: ${err}`)
    }),
  ])
  return {
    line: async () => String((await lines.next()).value),
    err: () => err,
    async stop() {
      child.kill('SIGINT')
      return (await exited)[0]
    },
  }
}

async function submitOrder({ a, runJobs }: CliTestApp): Promise<string> {
  const { _id } = await a.people.territory.call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(a, { status: 'submitted' }),
  })
  await runJobs()
  return _id
}

test('watch prints events as they happen, and Ctrl-C ends it with exit code 0', async (t) => {
  const app = await setupSignedInCli(t)
  const text = await startListening(t, app, ['watch'])
  const json = await startListening(t, app, ['watch', '--type', 'wip', '--json'])
  const id = await submitOrder(app)
  assert.match(
    await text.line(),
    new RegExp(
      `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}wsu {2}territory a submitted a work request {2}Trailer a {2}DE deu ${id} {2}\\([0-9a-f]{24}\\)$`,
    ),
  )
  const event = JSON.parse(await json.line()) as events.Event
  assert.deepEqual([event.type, event.workRequest!._id], ['wip', id])
  assert.deepEqual([await text.stop(), await json.stop()], [0, 0])

  const again = await startListening(t, app, [
    'watch',
    '--json',
    '--since',
    (await findSubmission(app))._id,
  ])
  assert.equal(
    (JSON.parse(await again.line()) as events.Event).type,
    'wip',
    'it starts after the given event',
  )
  assert.equal(await again.stop(), 0)
  assert.equal((await app.runCommand('watch', '--type', 'xyz')).code, EXIT_CODES.usage.code)
})

const findSubmission = async ({ a }: CliTestApp) =>
  (await a.people.studio.call(events.listEvents)).items.find(({ type }) => type === 'wsu')!

test('webhook listen forwards events like webhook deliveries', async (t) => {
  const app = await setupSignedInCli(t)
  const [target, { verify }] = [await startReceiver(t), await sample()]
  const program = await startListening(
    t,
    app,
    ['webhook', 'listen', '--forward-to', `${target.url}?from=terminal`, '--type', 'wsu'],
    { REELAY_WEBHOOK_SECRET: 'a secret of the environment' },
  )
  target.reply(() => 500)
  await submitOrder(app)
  assert.match(await program.line(), /wsu {2}[0-9a-f]{24} {2}It responded with 500$/)
  const [{ path, headers, body, payload }] = target.requests as [(typeof target.requests)[0]]
  assert.ok(
    verify('a secret of the environment', headers['x-signature'], body) &&
      !verify('another', headers['x-signature'], body),
  )
  const event = await app.a.people.studio.call(events.getEvent, { params: { id: payload.id } })
  assert.deepEqual(
    [path, headers['x-reelay-event'], headers['x-reelay-delivery'], headers['content-type']],
    ['/hook?from=terminal', 'wsu', payload.id, 'application/json; charset=utf-8'],
  )
  assert.deepEqual(
    [payload.type, payload.created, payload.event!._id],
    ['wsu', event.created, event._id],
  )
  assert.equal(await program.stop(), 0)
  assert.ok(!program.err().includes('a secret of the environment'))
})

test('trigger sends a past event to a local URL', async (t) => {
  const app = await setupSignedInCli(t)
  const { runCommand, home } = app
  const [target, { verify }] = [await startReceiver(t), await sample()]
  await writeFile(join(home, 'secret.txt'), 'a secret of a file\n')
  const options = ['--forward-to', target.url, '--secret-file', join(home, 'secret.txt')]
  const ping = await runCommand('trigger', 'ping', ...options)
  assert.match(ping.out, /^Delivery +[0-9a-f]{24}\nType +ping\nResponse +204\n$/, ping.err)
  assert.equal(
    (await runCommand('trigger', 'wsu', ...options)).code,
    EXIT_CODES.notFound.code,
    'there is no event yet',
  )
  const id = await submitOrder(app)
  assert.equal((await runCommand('trigger', 'wsu', ...options, '--json')).code, 0)
  target.reply(() => 404)
  assert.equal(
    (await runCommand('trigger', (await findSubmission(app))._id, ...options)).code,
    EXIT_CODES.rejected.code,
  )
  assert.deepEqual(
    target.requests.map(({ payload }) => payload.type),
    ['ping', 'wsu', 'wsu'],
  )
  assert.ok(
    target.requests.every(({ headers, body }) =>
      verify('a secret of a file', headers['x-signature'], body),
    ),
  )
  assert.equal((target.requests[1]!.payload.event as unknown as events.Event).workRequest!._id, id)
  assert.equal(
    (await runCommand('trigger', 'ping', '--forward-to', '127.0.0.1:1')).code,
    EXIT_CODES.unavailable.code,
  )
  assert.equal((await runCommand('trigger', 'ping')).code, EXIT_CODES.usage.code)
})

test('trigger sends a past event through a webhook', async (t) => {
  const app = await setupSignedInCli(t)
  const { runCommand, a, db } = app
  const { rows } = await sql<{ id: string }>`insert into webhook ${sql.values({
    studio_id: a.studio._id,
    from_id: a.people.studio._id,
    url: 'https://hooks.example/',
    types: ['wsu'],
    secret: 'x',
  })} returning id`.execute(db)
  const { id: hook } = rows[0]!
  await submitOrder(app)
  const repeated = await runCommand('trigger', 'wsu', '--webhook', hook, '--json')
  assert.deepEqual(
    [repeated.code, (JSON.parse(repeated.out) as webhooks.Delivery).status],
    [0, 'waiting'],
    repeated.err,
  )
  assert.equal(
    (
      JSON.parse(
        (await runCommand('trigger', 'ping', '--webhook', hook, '--json')).out,
      ) as webhooks.Delivery
    ).type,
    'ping',
  )
  assert.equal(
    (await runCommand('trigger', 'trj', '--webhook', hook)).code,
    EXIT_CODES.notFound.code,
  )
})
