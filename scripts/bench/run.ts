// npm run bench [-- --quick] [-- --json] [-- --bytes] [-- --memory] [-- --lines] [-- --live]
// [-- --size[=10]] [-- --peers]: compares the service with a bare server on the same rows, in turns,
// three rounds, medians; then measures transfers, the translation memory, long scripts and live
// updates, or one of these alone. `--peers` compares with other products. Absolute figures depend on
// the machine; compare the ratios.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort, startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { measureDownload } from './download-speed.ts'
import { COMMON_WORD, createDownloads } from './download-fixtures.ts'
import { createFixtures, type BenchFixtures } from './fixtures.ts'
import { generateLoad, type LoadRequest } from './load-generator.ts'
import { measureLiveUpdates } from './live-updates.ts'
import { measureLines } from './long-script.ts'
import { median } from './median.ts'
import { comparePeers } from './peers.ts'
import { measureSize } from './size.ts'
import { measureMemory } from './translation-memory.ts'
import {
  BARE,
  formatReport,
  type RequestFigures,
  type BenchReport,
  type RequestReport,
} from './report.ts'
import { measureUpload } from './upload-speed.ts'
import { cpuOf, cpuOfTree, memoryOf } from './process-usage.ts'

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const {
  values: {
    quick,
    json,
    bytes: onlyBytes,
    memory: onlyMemory,
    lines: onlyLines,
    live: onlyLive,
    peers,
    size,
    data,
    only,
  },
} = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--size' ? '--size=1' : arg)),
  options: {
    quick: flag,
    json: flag,
    bytes: flag,
    memory: flag,
    lines: flag,
    live: flag,
    peers: flag,
    size: text,
    data: text,
    only: text,
  },
})
const POOL = 4
/** One person sends all requests. */
const NO_BUDGET = { REQUEST_BUDGET: '0', STUDIO_REQUEST_BUDGET: '0' }
const CONNECTIONS = 8
const ROUNDS = 3
const [WARM_MS, MEASURE_MS] = quick ? [200, 600] : [800, 3_500]
const DOWNLOADS = 1_000_000
const BYTES = (quick ? 256 : 1024) * 1024 ** 2
const LISTENERS = quick ? 200 : 2_000
/** Of a thousand lines each. Storing 200 of them takes minutes. */
const TRANSLATIONS = quick ? 10 : 200
const REQUEST = 'GET /workrequests/{id}'
const FIRST = 'GET /downloads, first page'
const DEEP = 'GET /downloads, at 500,000'

const cleanups: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)))
try {
  const report = await bench()
  console.log(json ? JSON.stringify(report, null, 2) : formatReport(report))
} finally {
  await cleanUp()
}

async function bench(): Promise<BenchReport> {
  const dataDir = data ?? createDataDir()
  const database = await startEmbedded({ dataDir })
  cleanups.push(() => database.stop())
  const service = await startService({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: String(POOL),
    ...NO_BUDGET,
  })
  cleanups.push(() => stopService(service))

  if (size) {
    const context = { dataDir, databaseUrl: database.url, service, log }
    return { size: await measureSize({ ...context, size: Number(size), ...(only && { only }) }) }
  }
  log('Creating fixtures')
  const filled = await createFixtures(service.address)
  const databaseUrl = database.url
  if (peers) {
    await stopService(service)
    const settings = { rounds: ROUNDS, milliseconds: MEASURE_MS, rows: DOWNLOADS }
    return { peers: await comparePeers({ databaseUrl, dataDir, filled, ...settings, log }) }
  }
  const measureLive = () =>
    measureLiveUpdates({ dataDir, databaseUrl, service, filled, listeners: LISTENERS, log })
  if (onlyLive) return { live: await measureLive() }
  if (onlyLines) return { lines: await measureLines({ service, filled, log }) }
  const measureSuggestions = () =>
    measureMemory({ dataDir, databaseUrl, service, filled, translations: TRANSLATIONS, log })
  if (onlyMemory) return { memory: await measureSuggestions() }
  const requests = onlyBytes
    ? undefined
    : await benchRequests({ dataDir, databaseUrl: database.url, service, filled })
  log('Transferring files')
  const upload = await measureUpload(service, filled, { rounds: ROUNDS, length: BYTES })
  const download = await measureDownload({
    dataDir,
    databaseUrl: database.url,
    filled,
    service,
    rounds: ROUNDS,
    length: BYTES,
    undo: cleanups,
  })
  const memory = onlyBytes ? undefined : await measureSuggestions()
  const lines = onlyBytes ? undefined : await measureLines({ service, filled, log })
  const live = onlyBytes ? undefined : await measureLive()
  return {
    ...(requests && { requests }),
    upload,
    download,
    ...(memory && { memory }),
    ...(lines && { lines }),
    ...(live && { live }),
  }
}

async function stopService(service: TestService) {
  service.signal('SIGTERM')
  await service.ended
}

/** A folder that is removed at the end. */
function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-bench-'))
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function benchRequests({
  dataDir,
  databaseUrl,
  service,
  filled,
}: {
  dataDir: string
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
}): Promise<RequestReport> {
  await createDownloads(databaseUrl, filled.studio, DOWNLOADS)
  const bare = await startBareServer(
    databaseUrl,
    await copyRequest(databaseUrl, service.address, filled),
  )

  const postmaster = await readPostmasterPid(dataDir)
  const [request, ...others] = createCases(filled, service)
  const cases: Case[] = [request!, bare, ...others]
  const rounds: RequestFigures[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    log(`Round ${round} of ${ROUNDS}`)
    rounds.push([])
    for (const current of cases) rounds.at(-1)!.push(await measure(current, postmaster))
  }
  return createReport(rounds, memoryOf(service.pid), bare.bytes)
}

type Case = LoadRequest & { name: string; pid: number }

function createCases(
  { reader, guest: signsIn, asset, request, order }: BenchFixtures,
  { port, pid }: TestService,
): Case[] {
  const token = basic(reader.email, `token-${reader.token}`)
  const page = (first: number) => ({ ...token, 'x-range': `resources=${first}-${first + 9}` })
  const get = (name: string, path: string, headers: Record<string, string> = token): Case => ({
    name,
    port,
    pid,
    path: `/api${path}`,
    headers,
  })
  const post = (name: string, more: object): Case => {
    const body = JSON.stringify({ ...order, ...more })
    const headers = {
      ...token,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }
    return { ...get(name, '/workrequests', headers), method: 'POST', body }
  }
  return [
    get(REQUEST, `/workrequests/${request}`),
    get('GET /assets/{id}', `/assets/${asset}`),
    get(FIRST, '/downloads', page(0)),
    get(DEEP, '/downloads', page(500_000)),
    get(`${FIRST}, q`, `/downloads?q=${COMMON_WORD}`, page(0)),
    get(`${DEEP}, q`, `/downloads?q=${COMMON_WORD}`, page(500_000)),
    post('POST /workrequests', {}),
    post('POST /workrequests, submitted', { status: 'submitted' }),
    get('GET /session, password', '/session', basic(signsIn.email, signsIn.password)),
  ]
}

function basic(user: string, secret: string) {
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
}

async function measure(
  { name, pid, ...request }: Case,
  postmaster: number,
): Promise<RequestFigures> {
  await generateLoad(request, CONNECTIONS, WARM_MS)
  const before = { service: cpuOf(pid), database: cpuOfTree(postmaster) }
  const { count, seconds, times } = await generateLoad(request, CONNECTIONS, MEASURE_MS)
  const sorted = times.toSorted((one, other) => one - other)
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return {
    name,
    perSecond: count / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    serviceCpu: (cpuOf(pid) - before.service) / count,
    databaseCpu: (cpuOfTree(postmaster) - before.database) / count,
  }
}

/** Stores the service's response in a table for the bare server. */
async function copyRequest(url: string, address: string, { reader, request }: BenchFixtures) {
  const response = await fetch(`${address}/api/workrequests/${request}`, {
    headers: basic(reader.email, `token-${reader.token}`),
  })
  const body = await response.text()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table bare (id text primary key, body text not null)')
  await client.query('insert into bare values ($1, $2)', [request, body])
  await client.query('vacuum analyze bare')
  await client.end()
  return { id: request, bytes: Buffer.byteLength(body) }
}

async function startBareServer(url: string, { id, bytes }: { id: string; bytes: number }) {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [
    url,
    String(POOL),
    String(port),
  ])
  cleanups.push(() => child.kill())
  await new Promise<void>((resolve, reject) =>
    child
      .once('message', () => resolve())
      .once('exit', () => reject(new Error('The bare server did not start'))),
  )
  return { name: BARE, pid: child.pid!, port, bytes, path: `/${id}` }
}

function createReport(rounds: RequestFigures[][], memory: number, bytes: number): RequestReport {
  const figures = rounds[0]!.map(({ name }, index): RequestFigures => {
    const of = (key: Exclude<keyof RequestFigures, 'name'>) =>
      median(rounds.map((round) => round[index]![key]))
    return {
      name,
      perSecond: of('perSecond'),
      p50: of('p50'),
      p99: of('p99'),
      serviceCpu: of('serviceCpu'),
      databaseCpu: of('databaseCpu'),
    }
  })
  const ratio = (key: 'perSecond' | 'p50', one: string, other: string) => {
    const of = (name: string, round: RequestFigures[]) =>
      round.find((figure) => figure.name === name)![key]
    return median(rounds.map((round) => of(one, round) / of(other, round)))
  }
  return {
    figures,
    bareShare: ratio('perSecond', REQUEST, BARE),
    deepRatio: ratio('p50', DEEP, FIRST),
    deepRatioWithQ: ratio('p50', `${DEEP}, q`, `${FIRST}, q`),
    memory,
    bytes,
  }
}

/** Runs all cleanups in reverse order, even if one fails. */
async function cleanUp() {
  for (const step of cleanups.splice(0).toReversed())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
}

function log(message: string) {
  if (!json) console.error(message)
}
