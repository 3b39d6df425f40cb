// npm test [words…]: one PostgreSQL for the run, and one S3 gateway if a test asks for a bucket,
// then every test beside the code.
// Words pick the files whose path holds one of them.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startGateway } from '../api/test/ceph.ts'
import { TEMPLATE, databaseOn, onCluster, startCluster } from '../api/test/cluster.ts'
import { FIXTURES_TEMPLATE, seedFixtures } from '../api/test/fixtures.ts'

const words = process.argv.slice(2)
const files = globSync('{api,client,cli,subtitles,web,scripts}/**/*.test.ts', {
  exclude: (path) => path.includes('node_modules'),
})
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
if (files.length === 0) {
  console.error(`No test file holds ${words.join(' or ')} in its path.`)
  process.exit(1)
}

const gateway = files.some((file) => readFileSync(file, 'utf8').includes("/ceph.ts'"))
  ? await startGateway()
  : undefined
const cluster = await startCluster()
await onCluster(cluster.url, `create database ${FIXTURES_TEMPLATE} template ${TEMPLATE}`)
const fixtures = await seedFixtures(databaseOn(cluster.url, FIXTURES_TEMPLATE))
// Three hundred processes read the same sources: each strips and compiles them anew otherwise, a
// second of CPU every time.
const compiled = new URL('../node_modules/.cache/compiled', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'reelay-tests-'))
const run = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=3',
    '--test-reporter=spec',
    ...inTurn(files).map((some, turn) => written(some, turn)),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      TEST_CLUSTER: cluster.url,
      TEST_FIXTURES: JSON.stringify(fixtures),
      ...gateway?.env,
    },
  },
)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => run.kill(signal))
const code = await new Promise<number>((ended) => run.on('exit', (status) => ended(status ?? 1)))
rmSync(folder, { recursive: true })
await Promise.all([cluster.stop(), gateway?.stop()])
process.exit(code)

/**
 * What runs in a process of its own, in the order in which they begin. Two that reckon keep two
 * cores busy, and a browser mostly waits: one of those
 * stands between many others, and is a third. Neighbours share a process, because to load the
 * service takes one a second of CPU; not what starts services or kills them.
 */
function inTurn(all: string[]): string[][] {
  const [browsers, alone] = [
    all.filter((file) => file.startsWith('web/browser/')),
    all.filter((file) => /^(api\/test|scripts|cli)\//.test(file)),
  ]
  const shared = all.filter((file) => !browsers.includes(file) && !alone.includes(file))
  const many = [
    ...alone.map((file) => [file]),
    ...Array.from({ length: Math.ceil(shared.length / 6) }, (_, turn) =>
      shared.slice(turn * 6, turn * 6 + 6),
    ),
  ]
  const stride = many.length / browsers.length
  return browsers.length
    ? browsers.flatMap((file, turn) =>
        [[file]].concat(many.slice(Math.round(turn * stride), Math.round((turn + 1) * stride))),
      )
    : many
}

/** The runner takes files in the order of their names. */
function written(some: string[], turn: number): string {
  const path = join(folder, `${String(turn).padStart(3, '0')}.test.mjs`)
  writeFileSync(
    path,
    some.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`).join(''),
  )
  return path
}
