// npm test [words…]: one PostgreSQL for the run, and one S3 gateway if a test asks for a bucket, then every test beside the code.
// Words pick the files whose path holds one of them.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startGateway } from '../api/test/ceph.ts'
import { TEMPLATE, databaseOn, onCluster, startCluster } from '../api/test/cluster.ts'
import { WORLD, raiseWorld } from '../api/test/world.ts'

const words = process.argv.slice(2)
const files = globSync('{api,client,cli,web,scripts}/**/*.test.ts', { exclude: (path) => path.includes('node_modules') })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word))).toSorted()
if (files.length === 0) {
  console.error(`No test file holds ${words.join(' or ')} in its path.`)
  process.exit(1)
}

const gateway = files.some((file) => readFileSync(file, 'utf8').includes("/ceph.ts'")) ? await startGateway() : undefined
const cluster = await startCluster()
await onCluster(cluster.url, `create database ${WORLD} template ${TEMPLATE}`)
const plan = await raiseWorld(databaseOn(cluster.url, WORLD))
// Three hundred processes read the same sources: each strips and compiles them anew otherwise, a second of CPU every time.
const compiled = new URL('../node_modules/.cache/compiled', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'reelay-tests-'))
// Two that reckon keep two cores busy, and a browser mostly waits: one of those stands between many others, and is a third.
const run = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-reporter=spec', ...spread(files.filter(isBrowser), [...files.filter(isAlone), ...share(files.filter((file) => !isBrowser(file) && !isAlone(file)))])], {
  stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: compiled, TEST_CLUSTER: cluster.url, TEST_WORLD: JSON.stringify(plan), ...gateway?.env },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => run.kill(signal))
const code = await new Promise<number>((resolve) => run.on('exit', (status) => resolve(status ?? 1)))
rmSync(folder, { recursive: true })
await Promise.all([cluster.stop(), gateway?.stop()])
process.exit(code)

function isBrowser(file: string): boolean {
  return file.startsWith('web/browser/')
}

/** What starts services, kills them or looks at the whole house. */
function isAlone(file: string): boolean {
  return /^(api\/test|scripts|cli)\//.test(file)
}

/** Neighbours share a process: to load the service takes one a second of CPU. */
function share(some: string[]): string[] {
  return Array.from({ length: Math.ceil(some.length / 6) }, (_, turn) => {
    const path = join(folder, `${turn}.test.mjs`)
    writeFileSync(path, some.slice(turn * 6, turn * 6 + 6).map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`).join(''))
    return path
  })
}

function spread(few: string[], many: string[]): string[] {
  const stride = many.length / few.length
  return few.length ? few.flatMap((one, turn) => [one, ...many.slice(Math.round(turn * stride), Math.round((turn + 1) * stride))]) : many
}
