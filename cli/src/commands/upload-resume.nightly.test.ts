import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploads } from '@reelay/api/contract'
import { startFaultyProxy } from '../../../api/test/faulty-proxy.ts'
import type { CliTestApp } from '../../test/program.ts'
import { setupUploads } from '../../test/uploads.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const CHUNK = 8 * 1024 * 1024

/** Runs a command through a proxy and sends it a signal at the request that `when` chooses. */
async function interrupt(
  t: TestContext,
  app: CliTestApp,
  words: string[],
  signal: NodeJS.Signals,
  when: (method: string, path: string, patch: number) => 'unheard' | 'unanswered' | undefined,
) {
  const { start, address } = app
  const proxy = await startFaultyProxy(t, address)
  const patches: number[] = []
  let child: ReturnType<typeof start> | undefined
  proxy.injectFault(({ method, url, headers }) => {
    if (method === 'PATCH') patches.push(Number(headers['upload-offset']))
    const fault = when(method!, url!, patches.length)
    if (fault) child!.kill(signal)
    return fault
  })
  const run = async (name: NodeJS.Signals | undefined, ...extra: string[]) => {
    child = start([...words, ...extra], envFor(app, proxy.address))
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const [code, endedBy] = (await once(child, 'close')) as [number | null, string | null]
    if (name) assert.equal(endedBy, name === 'SIGKILL' ? name : null, err)
    return { code, out, err }
  }
  return {
    patches,
    first: await run(signal),
    again: (...extra: string[]) => {
      proxy.injectFault(({ method, headers }) => {
        if (method === 'PATCH') patches.push(Number(headers['upload-offset']))
        return undefined
      })
      return run(undefined, ...extra)
    },
  }
}

test('Ctrl-C prints the command that resumes, and it resumes', async (t) => {
  const app = await setupUploads(t)
  const bytes = randomBytes(3 * CHUNK + 5)
  const path = await app.put('big film.mov', bytes)
  const words = ['upload', path, '--asset', app.a.asset.slug]
  const { first, again, patches } = await interrupt(
    t,
    app,
    words,
    'SIGINT',
    (method, _path, patch) => (method === 'PATCH' && patch === 3 ? 'unheard' : undefined),
  )
  assert.equal(first.code, EXIT_CODES.interrupted.code, first.err)
  assert.match(
    first.err,
    new RegExp(
      `reelay: Interrupted\\. To resume, run: reelay upload '${path}' --asset trailer-a\n$`,
    ),
  )
  const [upload] = (await app.a.people.vendor.call(uploads.listUploads)).items
  const second = await again('--tags', 'final')
  assert.equal(second.code, 0, second.err)
  assert.deepEqual(
    [upload!.offset, patches],
    [2 * CHUNK, [0, CHUNK, 2 * CHUNK, 2 * CHUNK, 3 * CHUNK]],
    'the first byte that is not confirmed',
  )
  assert.deepEqual(
    (await app.listFiles()).map(({ sha256, tags }) => [sha256, tags.join()]),
    [[hash('sha256', bytes), 'final']],
    'also with other metadata',
  )
  assert.equal((await stat(app.journal)).mode & 0o777, 0o600)
})

test('registers a file once when it is killed in between', async (t) => {
  const app = await setupUploads(t)
  const path = await app.put('one.txt', 'one')
  let registrations = 0
  const { again } = await interrupt(
    t,
    app,
    ['upload', path, '--asset', app.a.asset.slug],
    'SIGKILL',
    (method, url) =>
      method === 'POST' && url === '/api/files' && registrations++ === 0 ? 'unanswered' : undefined,
  )
  while ((await app.listFiles()).length === 0) await sleep(20)
  assert.equal((await again()).code, 0)
  assert.deepEqual(
    (await app.listFiles()).map(({ sha256 }) => sha256),
    [hash('sha256', 'one')],
  )
})

/** Kills the command at its first batch, and waits until the service has saved the batch. */
async function interruptBatch(t: TestContext, ...flags: string[]) {
  const app = await setupUploads(t)
  for (const name of ['one', 'two', 'three']) await app.put(`${name}.txt`, name)
  let batches = 0
  const { again } = await interrupt(
    t,
    app,
    ['upload', app.folder, '--asset', app.a.asset.slug, ...flags],
    'SIGKILL',
    (method, url) =>
      method === 'POST' && url === '/api/files/batch' && batches++ === 0 ? 'unanswered' : undefined,
  )
  while ((await app.listFiles()).length < 3) await sleep(20)
  const names = async () => (await app.listFiles()).map(({ name }) => name)
  return { ...app, again, names }
}

test('registers small files once when it is killed in between', async (t) => {
  const { again, names } = await interruptBatch(t)
  const second = await again()
  assert.equal(second.code, 0, second.err)
  assert.deepEqual(await names(), ['one.txt', 'three.txt', 'two.txt'])
})

test('repeats an unfinished batch under its key, also if it is forced', async (t) => {
  const { again, names } = await interruptBatch(t, '--force')
  const second = await again()
  assert.match(second.out, /^uploaded .*one\.txt$/m, second.err)
  assert.deepEqual(await names(), ['one.txt', 'three.txt', 'two.txt'])
})

test('looks for the files of a saved batch if one has changed since', async (t) => {
  const { again, names, put } = await interruptBatch(t, '--force')
  await put('two.txt', 'changed')
  const second = await again()
  assert.match(second.out, /^unchanged .*one\.txt$/m, second.err)
  assert.match(second.out, /^uploaded .*two\.txt$/m, second.err)
  assert.deepEqual(await names(), ['one.txt', 'three.txt', 'two.txt', 'two.txt'])
})

test('starts over and removes the old record when the file changed', async (t) => {
  const app = await setupUploads(t)
  const path = await app.put('film.mov', randomBytes(2 * CHUNK))
  const { first, again } = await interrupt(
    t,
    app,
    ['upload', path, '--asset', app.a.asset.slug],
    'SIGKILL',
    (method, _path, patch) => (method === 'PATCH' && patch === 2 ? 'unheard' : undefined),
  )
  assert.equal(first.code, null)
  // An incomplete line is ignored.
  await appendFile(app.journal, '{"key":"half')
  const bytes = randomBytes(2 * CHUNK)
  await writeFile(path, bytes)
  const second = await again()
  assert.match(second.err, /film\.mov: The file changed since the upload began\. Starting over\.\n/)
  assert.deepEqual(
    (await app.listFiles()).map(({ sha256 }) => sha256),
    [hash('sha256', bytes)],
  )
})

test('starts over when the file changes during the upload', async (t) => {
  const app = await setupUploads(t)
  const path = await app.put('growing.mov', randomBytes(2 * CHUNK))
  const bytes = randomBytes(CHUNK + 1)
  const proxy = await startFaultyProxy(t, app.address)
  let patches = 0
  proxy.injectFault(({ method }) => {
    if (method === 'PATCH' && patches++ === 0) writeFileSync(path, bytes)
    return undefined
  })
  const up = await app.reelay(
    ['upload', path, '--asset', app.a.asset.slug],
    [],
    envFor(app, proxy.address),
  )
  assert.match(
    up.err,
    /^\S+growing\.mov: The file changed since the upload began\. Starting over\.\n1 uploaded, /,
    up.err,
  )
  assert.deepEqual(
    (await app.listFiles()).map(({ sha256 }) => sha256),
    [hash('sha256', bytes)],
  )
})

const envFor = ({ a }: CliTestApp, address: string) => ({
  REELAY_ADDRESS: address,
  REELAY_EMAIL: a.people.vendor.email,
  REELAY_TOKEN: a.people.vendor.token,
})
