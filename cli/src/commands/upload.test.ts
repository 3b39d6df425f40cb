import assert from 'node:assert/strict'
import { once } from 'node:events'
import { hash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { appendFile, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assets, files, uploads } from '@reelay/api/contract'
import { startFaultyProxy } from '../../../api/test/faulty-proxy.ts'
import { setupSignedInCli, type CliTestApp } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const PIECE = 8 * 1024 * 1024

async function ingest(t: Parameters<typeof setupSignedInCli>[0]) {
  const here = await setupSignedInCli(t, 'vendor')
  const folder = join(here.home, 'in')
  await mkdir(folder)
  const put = async (name: string, bytes: Uint8Array | string) => {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const {
    a: { people, asset },
  } = here
  const listed = async () =>
    (
      await people.vendor.call(files.listFiles, {
        query: { asset: asset._id, order: 'name' },
        range: { first: 0, last: 99 },
      })
    ).items
  return {
    ...here,
    folder,
    put,
    listed,
    journal: join(here.home, 'state', 'reelay', 'uploads.jsonl'),
  }
}

const eventsOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as {
          event: string
          path?: string
          file?: string
          why?: string
          at?: number
        },
    )

test('files, folders and patterns come with what is said of them; hidden files and links that lead out do not', async (t) => {
  const { runCommand, put, folder, listed, home, a } = await ingest(t)
  await put('one.txt', 'one')
  await put('sub/deep/two.txt', 'two')
  await put('sub/empty.bin', '')
  await put('sub/.hidden', 'no')
  await put('.cache/three.txt', 'no')
  await writeFile(join(home, 'outside.txt'), 'no')
  await symlink(join(home, 'outside.txt'), join(folder, 'out.txt'))
  await symlink(join(folder, 'sub/deep/two.txt'), join(folder, 'in.txt'))
  await symlink(folder, join(folder, 'sub/round'))
  await put('stems/a.wav', 'a')
  await put('stems/b[1].wav', 'b')
  const up = await runCommand(
    'upload',
    join(folder, 'one.txt'),
    join(folder, 'sub'),
    join(folder, '*.txt'),
    join(folder, 'stems/b[1].wav'),
    '--asset',
    a.asset.slug,
    '--language',
    'deu',
    '--tags',
    'x,y',
    '--json',
  )
  assert.equal(up.code, 0, up.err)
  assert.deepEqual(
    (await listed()).map(({ name, language, tags, length, verified }) => [
      name,
      language,
      tags.join(),
      length,
      verified,
    ]),
    [
      ['b[1].wav', 'deu', 'x,y', 1, true],
      ['empty.bin', 'deu', 'x,y', 0, true],
      ['in.txt', 'deu', 'x,y', 3, true],
      ['one.txt', 'deu', 'x,y', 3, true],
      ['out.txt', 'deu', 'x,y', 2, true],
      ['two.txt', 'deu', 'x,y', 3, true],
    ],
    'who names a link, also by a pattern, means what it leads to',
  )
  assert.deepEqual(
    eventsOf(up.out)
      .filter(({ event }) => event === 'left')
      .map(({ path }) => path),
    [join(folder, 'sub/round')],
  )

  const whole = await runCommand('upload', folder, '--asset', a.asset._id)
  assert.match(
    whole.err,
    new RegExp(`^left out: ${folder}/out.txt: The link leads out of the folder$`, 'm'),
  )
  assert.match(whole.err, /^1 uploaded, 1 B in .*; 5 were there already$/m)
  assert.equal(
    (await runCommand('upload', join(folder, 'nothing*'), '--asset', a.asset._id)).code,
    EXIT_CODES.usage.code,
  )
})

test('what is there is not sent again, unless it is asked for; a dry run sends nothing', async (t) => {
  const { runCommand, put, folder, listed, a } = await ingest(t)
  await put('one.txt', 'one')
  const dry = await runCommand('upload', folder, '--asset', a.asset.slug, '--dry-run')
  assert.match(
    dry.out,
    /^PLAN +PATH +SIZE +ASSET\nnew +\S+one\.txt +3 bytes +[0-9a-f]{24}\n$/,
    dry.err,
  )
  assert.equal((await listed()).length, 0)
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug)).out,
    /^uploaded {2}[0-9a-f]{24} {2}\S+one\.txt\n$/,
  )
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug)).out,
    /^is there {2}[0-9a-f]{24} {2}\S+one\.txt\n$/,
  )
  assert.match(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--dry-run')).out,
    /^is there /m,
  )
  await put('one.txt', 'two')
  await runCommand('upload', folder, '--asset', a.asset.slug)
  await runCommand('upload', folder, '--asset', a.asset.slug, '--again')
  assert.deepEqual(
    (await listed())
      .map(({ sha256 }) => sha256)
      .filter((sha256) => sha256 === hash('sha256', 'two')).length,
    2,
  )
  assert.equal((await listed()).length, 3)
})

test('with a project, the nearest folder that is named like an asset says where a file belongs', async (t) => {
  const { runCommand, put, folder, listed, a } = await ingest(t)
  const other = await a.people.studio.call(assets.createAsset, {
    body: { name: 'Teaser Größe', slug: 'teaser', project: a.project._id, type: 'promo' },
  })
  await put(`${a.asset.slug}/reels/one.txt`, 'one')
  await put('Teaser Größe/two.txt', 'two')
  await put('loose.txt', 'three')
  const up = await runCommand('upload', folder, '--project', a.project.slug)
  assert.equal(up.code, EXIT_CODES.partialFailure.code, up.err)
  assert.match(
    up.err,
    /^2 uploaded, .*; 1 failed:\n {2}\S+loose\.txt: No folder above it is named like an asset of the project\n$/m,
  )
  assert.deepEqual(
    (await listed()).map(({ name }) => name),
    ['one.txt'],
  )
  assert.deepEqual(
    (await a.people.vendor.call(files.listFiles, { query: { asset: other._id } })).items.map(
      ({ name }) => name,
    ),
    ['two.txt'],
  )
  assert.equal((await runCommand('upload', folder)).code, EXIT_CODES.usage.code)
})

test('what fails for one file does not stop the others; what would fail for all stops at once', async (t) => {
  const { runCommand, put, folder, listed, a } = await ingest(t)
  await put(`${'n'.repeat(250)}.txt`, 'fits')
  await put('good.txt', 'good')
  await put('bad\u0007name.txt', 'bad')
  const up = await runCommand('upload', folder, '--asset', a.asset.slug, '--json')
  assert.deepEqual(
    [up.code, eventsOf(up.out).filter(({ event }) => event === 'failed').length],
    [EXIT_CODES.partialFailure.code, 1],
    up.err,
  )
  assert.equal((await listed()).length, 2)
  assert.equal(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--language', 'german')).code,
    EXIT_CODES.partialFailure.code,
  )
  assert.equal(
    (await runCommand('upload', folder, '--asset', 'nowhere')).code,
    EXIT_CODES.notFound.code,
  )
  assert.equal(
    (await runCommand('upload', folder, '--asset', a.asset.slug, '--parallel', 'many')).code,
    EXIT_CODES.usage.code,
  )
})

/** Starts a command over a line of its own, and breaks it off by a signal once `when` is so. */
async function brokenOff(
  t: Parameters<typeof setupSignedInCli>[0],
  here: CliTestApp,
  words: string[],
  signal: NodeJS.Signals,
  when: (method: string, path: string, number: number) => 'unheard' | 'unanswered' | undefined,
) {
  const { start, address } = here
  const { address: line, injectFault: fault } = await startFaultyProxy(t, address)
  const patches: number[] = []
  let child: ReturnType<typeof start> | undefined
  fault(({ method, url, headers }) => {
    if (method === 'PATCH') patches.push(Number(headers['upload-offset']))
    const what = when(method!, url!, patches.length)
    if (what) child!.kill(signal)
    return what
  })
  const run = async (name: NodeJS.Signals | undefined, ...more: string[]) => {
    child = start([...words, ...more], over(here, line))
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const [code, ended] = (await once(child, 'close')) as [number | null, string | null]
    if (name) assert.equal(ended, name === 'SIGKILL' ? name : null, err)
    return { code, out, err }
  }
  return {
    patches,
    first: await run(signal),
    again: (...more: string[]) => {
      fault(({ method, headers }) => {
        if (method === 'PATCH') patches.push(Number(headers['upload-offset']))
        return undefined
      })
      return run(undefined, ...more)
    },
  }
}

test('Ctrl-C says how to go on, and the same command goes on where it was', async (t) => {
  const here = await ingest(t)
  const bytes = randomBytes(3 * PIECE + 5)
  const path = await here.put('big film.mov', bytes)
  const words = ['upload', path, '--asset', here.a.asset.slug]
  const { first, again, patches } = await brokenOff(
    t,
    here,
    words,
    'SIGINT',
    (method, _path, number) => (method === 'PATCH' && number === 3 ? 'unheard' : undefined),
  )
  assert.equal(first.code, EXIT_CODES.interrupted.code, first.err)
  assert.match(
    first.err,
    new RegExp(
      `reelay: You broke it off\\. It goes on where it was with: reelay upload '${path}' --asset trailer-a\n$`,
    ),
  )
  const [upload] = (await here.a.people.vendor.call(uploads.listUploads)).items
  const second = await again('--tags', 'final')
  assert.equal(second.code, 0, second.err)
  assert.deepEqual(
    [upload!.offset, patches],
    [2 * PIECE, [0, PIECE, 2 * PIECE, 2 * PIECE, 3 * PIECE]],
    'the next byte after what was acknowledged',
  )
  assert.deepEqual(
    (await here.listed()).map(({ sha256, tags }) => [sha256, tags.join()]),
    [[hash('sha256', bytes), 'final']],
    'also with other words about it',
  )
  assert.equal((await stat(here.journal)).mode & 0o777, 0o600)
})

test('a command that is killed while a file is registered registers it once', async (t) => {
  const here = await ingest(t)
  const path = await here.put('one.txt', 'one')
  let seen = 0
  const { again } = await brokenOff(
    t,
    here,
    ['upload', path, '--asset', here.a.asset.slug],
    'SIGKILL',
    (method, url) =>
      method === 'POST' && url === '/api/files' && seen++ === 0 ? 'unanswered' : undefined,
  )
  while ((await here.listed()).length === 0) await sleep(20)
  assert.equal((await again()).code, 0)
  assert.deepEqual(
    (await here.listed()).map(({ sha256 }) => sha256),
    [hash('sha256', 'one')],
  )
})

test('a file that changed since begins anew, and what was begun of it goes', async (t) => {
  const here = await ingest(t)
  const path = await here.put('film.mov', randomBytes(2 * PIECE))
  const { first, again } = await brokenOff(
    t,
    here,
    ['upload', path, '--asset', here.a.asset.slug],
    'SIGKILL',
    (method, _path, number) => (method === 'PATCH' && number === 2 ? 'unheard' : undefined),
  )
  assert.equal(first.code, null)
  // A line that was cut off in the middle of writing is no line.
  await appendFile(here.journal, '{"key":"half')
  const bytes = randomBytes(2 * PIECE)
  await writeFile(path, bytes)
  const second = await again()
  assert.match(second.err, /film\.mov: It changed since it was begun, and begins anew\n/)
  assert.deepEqual(
    (await here.listed()).map(({ sha256 }) => sha256),
    [hash('sha256', bytes)],
  )
})

test('a file that is written to while it is sent begins anew with what it is then', async (t) => {
  const here = await ingest(t)
  const path = await here.put('growing.mov', randomBytes(2 * PIECE))
  const bytes = randomBytes(PIECE + 1)
  const { address: line, injectFault: fault } = await startFaultyProxy(t, here.address)
  let patches = 0
  fault(({ method }) => {
    if (method === 'PATCH' && patches++ === 0) writeFileSync(path, bytes)
    return undefined
  })
  const up = await here.reelay(['upload', path, '--asset', here.a.asset.slug], [], over(here, line))
  assert.match(
    up.err,
    /^\S+growing\.mov: It changed since it was begun, and begins anew\n1 uploaded, /,
    up.err,
  )
  assert.deepEqual(
    (await here.listed()).map(({ sha256 }) => sha256),
    [hash('sha256', bytes)],
  )
})

const over = ({ a }: CliTestApp, line: string) => ({
  REELAY_ADDRESS: line,
  REELAY_EMAIL: a.people.vendor.email,
  REELAY_TOKEN: a.people.vendor.token,
})
