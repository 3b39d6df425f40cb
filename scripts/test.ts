// npm test [words…]: one PostgreSQL for the run, and one S3 gateway if a test asks for a bucket, then every test beside the code.
// Words pick the files whose path holds one of them.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
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
// Two that reckon keep two cores busy, and a browser mostly waits: one of those stands between many others, and is a third.
const run = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-reporter=spec', ...spread(files)], { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: compiled, TEST_CLUSTER: cluster.url, TEST_WORLD: JSON.stringify(plan), ...gateway?.env } })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => run.kill(signal))
const code = await new Promise<number>((resolve) => run.on('exit', (status) => resolve(status ?? 1)))
await Promise.all([cluster.stop(), gateway?.stop()])
process.exit(code)

function spread(all: string[]): string[] {
  const slow = all.filter((file) => file.startsWith('web/browser/'))
  const rest = all.filter((file) => !slow.includes(file))
  const stride = rest.length / slow.length
  return [...slow.flatMap((file, turn) => [file, ...rest.slice(Math.round(turn * stride), Math.round((turn + 1) * stride))]), ...(slow.length ? [] : rest)]
}
