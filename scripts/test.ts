// npm test: runs all test files but the long ones, which npm run test:long runs.
// npm test <words…>: runs all test files whose path contains one of the words.
// Starts one PostgreSQL and one S3 gateway for the run, if the chosen files need them.
// TEST_RETRY=1 runs files that failed again, once and alone, and names those that then pass.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LONG_TESTS } from './test/long-tests.ts'
import { findRequirements, runsAlone } from './test/requirements.ts'

/** Two fill two cores. The others wait for a browser, a codec or a service most of the time. */
const CONCURRENCY = 4
/**
 * A process takes two seconds of CPU time to load the service and to compile what runs often. With
 * twice as many files, the one with the codecs ends minutes after the others.
 */
const FILES_PER_PROCESS = 20
/** More are not the fault of a busy machine. */
const MAX_RETRIED_FILES = 5
/**
 * A hundred processes read the same sources. Without the cache each compiles them again, which takes
 * a second of CPU.
 */
const COMPILED = new URL('../node_modules/.cache/compiled', import.meta.url).pathname

type TestService = { env: Record<string, string>; stop: () => Promise<void> }

enableCompileCache(COMPILED)
const onlyLong = process.argv[2] === '--long'
const words = onlyLong ? [] : process.argv.slice(2)
const files = globSync('{api,client,cli,subtitles,web,scripts}/**/*.test.ts', {
  exclude: (path) => path.includes('node_modules'),
})
  .filter((file) =>
    words.length > 0
      ? words.some((word) => file.includes(word))
      : LONG_TESTS.includes(file) === onlyLong,
  )
  .toSorted()
if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}

const requirements = findRequirements(files)
const [services, isBuilt] = await Promise.all([startServices(), build()])
flushCompileCache()
const code = isBuilt ? await runFiles(Object.assign({}, ...services.map(({ env }) => env))) : 1
await Promise.all(services.map(({ stop }) => stop()))
process.exit(code)

/** Only under npm: a direct call of this file does not build the web app. */
async function build(): Promise<boolean> {
  if (!requirements.webApp && !requirements.bundle) return true
  const buildsWebApp =
    requirements.webApp && process.env.npm_lifecycle_event?.startsWith('test') === true
  const program = buildsWebApp ? 'scripts/bootstrap.mjs' : 'scripts/bundle-service.ts'
  const child = spawn(process.execPath, [program], { stdio: 'inherit' })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status === 0
}

async function startServices(): Promise<TestService[]> {
  return [
    ...(requirements.cli ? [await bundleCommand()] : []),
    ...(requirements.s3 ? [await startS3()] : []),
    ...(requirements.database ? [await startDatabase()] : []),
  ]
}

/** In a folder from which the program finds the installation, as from its sources. */
async function bundleCommand(): Promise<TestService> {
  const { bundleCli } = await import('./pack/bundle-cli.ts')
  const parent = new URL('../node_modules/.cache', import.meta.url).pathname
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'cli-'))
  await bundleCli(folder)
  return {
    env: { TEST_CLI: join(folder, 'reelay.js') },
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

async function startS3(): Promise<TestService> {
  const { startGateway } = await import('../api/test/ceph.ts')
  return startGateway()
}

/** Loads the service, which takes a second of CPU, so it is imported only here. */
async function startDatabase(): Promise<TestService> {
  const { FIXTURES_TEMPLATE, TEMPLATE, copyDatabase, databaseOn, startCluster } =
    await import('../api/test/cluster.ts')
  const { saveRows } = await import('../api/test/saved-rows.ts')
  const { seedFixtures } = await import('../api/test/seed-fixtures.ts')
  const { url, stop } = await startCluster()
  await copyDatabase(url, FIXTURES_TEMPLATE, TEMPLATE)
  const fixtures = await seedFixtures(databaseOn(url, FIXTURES_TEMPLATE))
  await saveRows(databaseOn(url, FIXTURES_TEMPLATE))
  return { env: { TEST_CLUSTER: url, TEST_FIXTURES: JSON.stringify(fixtures) }, stop }
}

async function runFiles(env: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-tests-'))
  const groups = scheduleFiles(files)
  const first = await runGroups(groups, CONCURRENCY, folder, env)
  const isRetried = first.status !== 0 && Boolean(process.env.TEST_RETRY)
  const status = isRetried ? await retry(first.failed, folder, env) : first.status
  rmSync(folder, { recursive: true })
  return status
}

/** A machine that is busy with other tests can be too slow for a browser; an error fails twice. */
async function retry(failed: string[], folder: string, env: Record<string, string>) {
  const isKnown = failed.length > 0 && failed.every((file) => files.includes(file))
  if (!isKnown || failed.length > MAX_RETRIED_FILES) return 1
  console.log(`\nFailed, and run again alone:\n${failed.join('\n')}\n`)
  const second = await runGroups(
    failed.map((file) => [file]),
    1,
    folder,
    env,
  )
  const passed = failed.filter((file) => !second.failed.includes(file))
  if (passed.length > 0) console.log(`\nPassed at the second try:\n${passed.join('\n')}`)
  return second.status
}

async function runGroups(
  groups: string[][],
  concurrency: number,
  folder: string,
  env: Record<string, string>,
) {
  const entries = groups.map((group, index) => writeEntry(folder, group, index))
  const list = join(folder, 'failed')
  const runner = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('test/failed-files.ts', import.meta.url).href}`,
      `--test-reporter-destination=${list}`,
      ...entries,
    ],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env } },
  )
  const stop = (signal: NodeJS.Signals) => runner.kill(signal)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  const status = await new Promise<number>((done) => runner.on('exit', (exit) => done(exit ?? 1)))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop)
  return { status, failed: [...new Set(readFailed(list, entries, groups))] }
}

/** A process that ends early is reported by its entry, which stands for its files. */
function readFailed(list: string, entries: string[], groups: string[][]): string[] {
  const paths = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return paths.flatMap((path) => groups[entries.indexOf(path)] ?? [relative('.', path)])
}

/**
 * Groups of files, one process each, in the order in which they start: the longest first. A browser
 * mostly waits, so browser tests are spread between the others.
 */
function scheduleFiles(all: string[]): string[][] {
  const long = LONG_TESTS.filter((file) => all.includes(file))
  const browser = all.filter((file) => file.startsWith('web/browser/') && !long.includes(file))
  const others = all.filter((file) => !browser.includes(file) && !long.includes(file))
  const alone = others.filter(runsAlone)
  const packages = Map.groupBy(
    others.filter((file) => !alone.includes(file)),
    (file) => file.split('/')[0],
  )
  const shared = [...packages.values()].toSorted((one, other) => other.length - one.length)
  const groups = [...shared.flatMap(divide), ...alone.map((file) => [file])]
  return [...long.map((file) => [file]), ...spread(browser, groups)]
}

function spread(browser: string[], groups: string[][]): string[][] {
  if (browser.length === 0) return groups
  const stride = groups.length / browser.length
  return browser.flatMap((file, index) => [
    [file],
    ...groups.slice(Math.round(index * stride), Math.round((index + 1) * stride)),
  ])
}

/**
 * Neighbours use the same statements, which PostgreSQL plans once per connection. The largest ones
 * take 100 ms.
 */
function divide(neighbours: string[]): string[][] {
  // A whole run has enough other processes.
  const wanted = words.length === 0 ? 1 : Math.min(CONCURRENCY, Math.ceil(neighbours.length / 4))
  const count = Math.max(wanted, Math.ceil(neighbours.length / FILES_PER_PROCESS))
  return Array.from({ length: count }, (_, group) =>
    neighbours.slice(
      Math.round((group * neighbours.length) / count),
      Math.round(((group + 1) * neighbours.length) / count),
    ),
  )
}

/** The runner starts files in the order of their names, so each group gets a numbered file. */
function writeEntry(folder: string, group: string[], index: number): string {
  const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  const imports = group.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
  writeFileSync(path, imports.join(''))
  return path
}
