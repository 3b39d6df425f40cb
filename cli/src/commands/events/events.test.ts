// Over real sockets, with a real receiver, and the sample that docs/webhooks.md gives to those who
// receive.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { events, webhooks, workrequests } from '@reelay/api/contract'
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

/**
 * The program at work, once it listens; what it prints line by line, and how it ends when it is
 * told to.
 */
async function listening(
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
  const ended = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    connected,
    ended.then(([code]) => {
      throw new Error(`ended with ${code}: ${err}`)
    }),
  ])
  return {
    line: async () => String((await lines.next()).value),
    err: () => err,
    async leave() {
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
}

async function happen({ a, runJobs }: CliTestApp): Promise<string> {
  const { _id } = await a.people.territory.call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(a, { status: 'submitted' }),
  })
  await runJobs()
  return _id
}

test('watch tells what happens as it happens, and Ctrl-C ends it well', async (t) => {
  const here = await setupSignedInCli(t)
  const people = await listening(t, here, ['watch'])
  const machines = await listening(t, here, ['watch', '--kind', 'wip', '--json'])
  const id = await happen(here)
  assert.match(
    await people.line(),
    new RegExp(
      `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}wsu {2}territory a submitted a work request {2}Trailer a {2}DE deu ${id} {2}\\([0-9a-f]{24}\\)$`,
    ),
  )
  const event = JSON.parse(await machines.line()) as events.Event
  assert.deepEqual([event.type, event.workRequest!._id], ['wip', id])
  assert.deepEqual([await people.leave(), await machines.leave()], [0, 0])

  const again = await listening(t, here, ['watch', '--json', '--since', (await firstOf(here))._id])
  assert.equal(
    (JSON.parse(await again.line()) as events.Event).type,
    'wip',
    'it goes on after what was heard before',
  )
  assert.equal(await again.leave(), 0)
  assert.equal((await here.runCommand('watch', '--kind', 'xyz')).code, EXIT_CODES.usage.code)
})

const firstOf = async ({ a }: CliTestApp) =>
  (await a.people.studio.call(events.listEvents)).items.find(({ type }) => type === 'wsu')!

test('events are forwarded as a webhook would send them', async (t) => {
  const here = await setupSignedInCli(t)
  const [target, { verify }] = [await startReceiver(t), await sample()]
  const program = await listening(
    t,
    here,
    ['webhook', 'listen', '--forward', `${target.url}?from=terminal`, '--kind', 'wsu'],
    { REELAY_WEBHOOK_SECRET: 'a secret of the environment' },
  )
  target.reply(() => 500)
  await happen(here)
  assert.match(await program.line(), /wsu {2}[0-9a-f]{24} {2}It answered 500$/)
  const [{ path, headers, body, payload: told }] = target.requests as [(typeof target.requests)[0]]
  assert.ok(
    verify('a secret of the environment', headers['x-signature'], body) &&
      !verify('another', headers['x-signature'], body),
  )
  const event = await here.a.people.studio.call(events.getEvent, { params: { id: told.id } })
  assert.deepEqual(
    [path, headers['x-reelay-event'], headers['x-reelay-delivery'], headers['content-type']],
    ['/hook?from=terminal', 'wsu', told.id, 'application/json; charset=utf-8'],
  )
  assert.deepEqual([told.type, told.created, told.event!._id], ['wsu', event.created, event._id])
  assert.equal(await program.leave(), 0)
  assert.ok(!program.err().includes('a secret of the environment'))
})

test('what has happened is sent once more, to this machine or by the service', async (t) => {
  const here = await setupSignedInCli(t)
  const { runCommand, a, home, db } = here
  const [target, { verify }] = [await startReceiver(t), await sample()]
  await writeFile(join(home, 'secret.txt'), 'a secret of a file\n')
  const aim = ['--forward', target.url, '--secret-file', join(home, 'secret.txt')]
  const ping = await runCommand('trigger', 'ping', ...aim)
  assert.match(ping.out, /^Delivery +[0-9a-f]{24}\nType +ping\nAnswered +204\n$/, ping.err)
  assert.equal(
    (await runCommand('trigger', 'wsu', ...aim)).code,
    EXIT_CODES.notFound.code,
    'nothing has happened yet',
  )
  const id = await happen(here)
  assert.equal((await runCommand('trigger', 'wsu', ...aim, '--json')).code, 0)
  target.reply(() => 404)
  assert.equal(
    (await runCommand('trigger', (await firstOf(here))._id, ...aim)).code,
    EXIT_CODES.rejected.code,
  )
  assert.deepEqual(
    target.requests.map(({ payload: told }) => told.type),
    ['ping', 'wsu', 'wsu'],
  )
  assert.ok(
    target.requests.every(({ headers, body }) =>
      verify('a secret of a file', headers['x-signature'], body),
    ),
  )
  assert.equal((target.requests[1]!.payload.event as unknown as events.Event).workRequest!._id, id)
  assert.equal(
    (await runCommand('trigger', 'ping', '--forward', '127.0.0.1:1')).code,
    EXIT_CODES.unavailable.code,
  )
  assert.equal((await runCommand('trigger', 'ping')).code, EXIT_CODES.usage.code)

  const { id: hook } = await db
    .insertInto('webhook')
    .values({
      studio_id: a.studio._id,
      from_id: a.people.studio._id,
      url: 'https://hooks.example/',
      types: ['wsu'],
      secret: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await happen(here)
  const again = await runCommand('trigger', 'wsu', '--webhook', hook, '--json')
  assert.deepEqual(
    [again.code, (JSON.parse(again.out) as webhooks.Delivery).status],
    [0, 'waiting'],
    again.err,
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
