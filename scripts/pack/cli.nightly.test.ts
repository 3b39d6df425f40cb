// Packs the CLI, installs it into an empty folder, and runs it with plain Node against a real
// service. PACK_NODE=<path> uses another version of Node.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { FIXTURES_TEMPLATE, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity } from '../../api/test/test-app.ts'
import { startService, type TestService } from '../../api/test/service.ts'

const home = mkdtempSync(join(tmpdir(), 'reelay-pack-'))
const empty = join(home, 'empty')
const PROGRAM = join(empty, 'node_modules/.bin/reelay')
const node = process.env.PACK_NODE ?? process.execPath
const ENV = {
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CACHE_HOME: join(home, 'cache'),
}
const people = () =>
  (
    JSON.parse(process.env.TEST_FIXTURES!) as {
      a: { asset: { slug: string }; people: Record<'vendor', TestIdentity> }
    }
  ).a

before(() => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), '--out', home], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{ "private": true }')
  const tarball = readdirSync(home).find((name) => name.endsWith('.tgz'))
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', join(home, tarball!)],
    { cwd: empty, stdio: ['ignore', 'ignore', 'inherit'] },
  )
})
after(() => rmSync(home, { recursive: true, force: true }))

async function run(words: string[], input = ''): Promise<string> {
  const child = spawn(PROGRAM, words, { cwd: empty, env: ENV, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const [out, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number]>,
  ])
  assert.equal(code, 0, `${words.join(' ')} ended with ${code}`)
  return out
}

test('has no dependencies, prints help, and lists the bundled licenses', async () => {
  assert.deepEqual(
    readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['reelay'],
  )
  assert.match(
    execFileSync('npx', ['--offline', 'reelay', '--help'], {
      cwd: empty,
      env: { ...process.env, ...ENV },
      encoding: 'utf8',
    }),
    /^Usage: reelay /,
  )
  assert.match(await run(['--version']), /^\d+\.\d+\.\d+\n$/)
  assert.match(await run(['upload', '--help']), /Examples:\n {2}\$ reelay upload /)
  assert.match(
    readFileSync(join(empty, 'node_modules/reelay/NOTICES.md'), 'utf8'),
    /^## commander [^]*^## typebox /m,
  )
})

test(
  'signs in with a piped token, lists, uploads and downloads',
  { timeout: 120_000 },
  async (t) => {
    const {
      asset,
      people: { vendor },
    } = people()
    const service = await startTestService(t)
    assert.match(
      await run(
        ['login', '--address', service.address, '--email', vendor.email, '--with-token'],
        `${vendor.token}\n`,
      ),
      new RegExp(vendor.email),
    )
    assert.match(await run(['assets', 'list']), new RegExp(`^${asset.slug} `, 'm'))

    const bytes = randomBytes(4_000_000)
    writeFileSync(join(home, 'film.mov'), bytes)
    const words = ['upload', join(home, 'film.mov'), '--asset', asset.slug, '--json']
    const events = (await run(words))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; file: string; sha256: string })
    const done = events.find(({ event }) => event === 'done')!
    assert.equal(done.sha256, hash('sha256', bytes))

    await run(['download', done.file, '--to', join(home, 'back')])
    assert.ok(readFileSync(join(home, 'back/film.mov')).equals(bytes))
  },
)

async function startTestService(t: {
  after: (end: () => Promise<void>) => void
}): Promise<TestService> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(
    process.env.TEST_CLUSTER!,
    `create database ${database} template ${FIXTURES_TEMPLATE}`,
  )
  const service = await startService({
    DATABASE_URL: databaseOn(process.env.TEST_CLUSTER!, database),
    DATA_DIR: join(home, 'data'),
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  })
  t.after(async () => {
    service.signal('SIGKILL')
    await service.ended
    await onCluster(process.env.TEST_CLUSTER!, `drop database ${database} with (force)`)
  })
  return service
}
