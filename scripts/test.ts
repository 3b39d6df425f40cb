// npm test [words…]: runs the test files whose path contains one of the words, or all of them.
// Starts one PostgreSQL and one S3 gateway for the run, if the chosen files need them.
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findRequirements } from './test/requirements.ts'

const FILES_PER_PROCESS = 10

type TestService = { env: Record<string, string>; stop: () => Promise<void> }

const words = process.argv.slice(2)
const files = globSync('{api,client,cli,subtitles,web,scripts}/**/*.test.ts', {
  exclude: (path) => path.includes('node_modules'),
})
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}

const requirements = findRequirements(files)
// Only under npm: a direct call of this file never builds.
if (requirements.webApp && process.env.npm_lifecycle_event === 'test')
  spawnSync(process.execPath, ['scripts/bootstrap.mjs'], { stdio: 'inherit' })
const services: TestService[] = [
  ...(requirements.s3 ? [await startS3()] : []),
  ...(requirements.database ? [await startDatabase()] : []),
]
const code = await runFiles(Object.assign({}, ...services.map(({ env }) => env)))
await Promise.all(services.map(({ stop }) => stop()))
process.exit(code)

async function startS3(): Promise<TestService> {
  const { startGateway } = await import('../api/test/ceph.ts')
  return startGateway()
}

/** Loads the service, which takes a second of CPU, so it is imported only here. */
async function startDatabase(): Promise<TestService> {
  const { TEMPLATE, databaseOn, onCluster, startCluster } = await import('../api/test/cluster.ts')
  const { FIXTURES_TEMPLATE, seedFixtures } = await import('../api/test/fixtures.ts')
  const { url, stop } = await startCluster()
  await onCluster(url, `create database ${FIXTURES_TEMPLATE} template ${TEMPLATE}`)
  const fixtures = await seedFixtures(databaseOn(url, FIXTURES_TEMPLATE))
  return { env: { TEST_CLUSTER: url, TEST_FIXTURES: JSON.stringify(fixtures) }, stop }
}

async function runFiles(env: Record<string, string>): Promise<number> {
  // Three hundred processes read the same sources. Without the cache each compiles them again, which
  // takes a second of CPU.
  const NODE_COMPILE_CACHE = new URL('../node_modules/.cache/compiled', import.meta.url).pathname
  const folder = mkdtempSync(join(tmpdir(), 'reelay-tests-'))
  const entries = scheduleFiles(files).map((group, index) => writeEntry(folder, group, index))
  const runner = spawn(
    process.execPath,
    ['--test', '--test-concurrency=3', '--test-reporter=spec', ...entries],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE, ...env } },
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => runner.kill(signal))
  const status = await new Promise<number>((done) => runner.on('exit', (exit) => done(exit ?? 1)))
  rmSync(folder, { recursive: true })
  return status
}

/**
 * Groups of files, one process each, in the order in which they start. Two CPU-bound processes fill
 * two cores, and a browser mostly waits, so browser tests are spread between the others as a third.
 * Files share a process, because loading the service takes a second of CPU; tests that start or
 * kill services run alone.
 */
function scheduleFiles(all: string[]): string[][] {
  const browser = all.filter((file) => file.startsWith('web/browser/'))
  const alone = all.filter((file) => /^(api\/test|scripts|cli)\//.test(file))
  const shared = all.filter((file) => !browser.includes(file) && !alone.includes(file))
  const others = [
    ...alone.map((file) => [file]),
    ...Array.from({ length: Math.ceil(shared.length / FILES_PER_PROCESS) }, (_, index) =>
      shared.slice(index * FILES_PER_PROCESS, (index + 1) * FILES_PER_PROCESS),
    ),
  ]
  if (browser.length === 0) return others
  const stride = others.length / browser.length
  return browser.flatMap((file, index) => [
    [file],
    ...others.slice(Math.round(index * stride), Math.round((index + 1) * stride)),
  ])
}

/** The runner starts files in the order of their names, so each group gets a numbered file. */
function writeEntry(folder: string, group: string[], index: number): string {
  const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  const imports = group.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
  writeFileSync(path, imports.join(''))
  return path
}
