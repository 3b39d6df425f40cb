// npm run bench [-- --quick] [-- --json]: compares the service with a bare server on the same rows, in
// turns, three rounds, medians; then measures transfers, the translation memory, long scripts and
// live updates. `--bytes`, `--small-files`, `--memory`, `--lines` and `--live` measure one of these
// alone, `--subtitles` reads subtitle files without a service, and `--only get,create,submit` only
// these requests (cases.ts has their keys). `--mixed`, `--s3`, `--size[=10]` and `--web` measure a
// busy service, uploads to S3, large studios and the browser, and `--peers` compares with other
// products. `--rows` is the number of downloads. Absolute figures depend on the machine; compare the
// ratios.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort, startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { DEEP, FIRST, REQUEST, SIGN_IN, basic, createCases, type BenchCase } from './cases.ts'
import { measureDownload } from './download-speed.ts'
import { createDownloads } from './download-fixtures.ts'
import { createFixtures, type BenchFixtures } from './fixtures.ts'
import { generateLoad } from './load-generator.ts'
import { measureLiveUpdates } from './live-updates.ts'
import { measureLines } from './long-script.ts'
import { median } from './median.ts'
import { measureMixed } from './mixed-load.ts'
import { comparePeers } from './peers.ts'
import { measureS3 } from './s3-speed.ts'
import { measureSmallFiles } from './small-files.ts'
import { measureSubtitles } from './subtitle-files.ts'
import { fillToSize, measureSize } from './size.ts'
import { measureMemory } from './translation-memory.ts'
import {
  BARE,
  formatReport,
  type RequestFigures,
  type BenchReport,
  type RequestReport,
} from './report.ts'
import { measureWeb } from './web.ts'
import { measureUpload } from './upload-speed.ts'
import { cpuOf, cpuOfTree, memoryOf } from './process-usage.ts'

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const {
  values: {
    quick,
    json,
    bytes: onlyBytes,
    'small-files': onlySmallFiles,
    memory: onlyMemory,
    lines: onlyLines,
    live: onlyLive,
    subtitles: onlySubtitles,
    mixed: onlyMixed,
    s3,
    peers,
    size,
    web,
    data,
    only,
    rows,
  },
} = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--size' ? '--size=1' : arg)),
  options: {
    quick: flag,
    json: flag,
    bytes: flag,
    'small-files': flag,
    memory: flag,
    lines: flag,
    live: flag,
    subtitles: flag,
    mixed: flag,
    s3: flag,
    peers: flag,
    size: text,
    web: flag,
    data: text,
    only: text,
    rows: { ...text, default: '1000000' },
  },
})
const POOL = 4
/** One person sends all requests. */
const NO_BUDGET = { REQUEST_BUDGET: '0', STUDIO_REQUEST_BUDGET: '0' }
const CONNECTIONS = 8
const ROUNDS = 3
const [WARM_MS, MEASURE_MS] = quick ? [200, 600] : [800, 3_500]
const DOWNLOADS = Number(rows)
const BYTES = (quick ? 256 : 1024) * 1024 ** 2
const SMALL_FILES = quick ? 300 : 2_000
const LISTENERS = quick ? 200 : 2_000
/** Of a thousand lines each. Storing 200 of them takes minutes. */
const TRANSLATIONS = quick ? 10 : 200

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
  if (onlySubtitles) return { subtitles: measureSubtitles(log) }
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
  const place = { dataDir, databaseUrl: database.url, service, log }
  if (web) {
    await fillToSize({ ...place, size: 1 })
    return { web: await measureWeb(place) }
  }
  if (size)
    return { size: await measureSize({ ...place, size: Number(size), ...(only && { only }) }) }
  log('Creating fixtures')
  const context = { ...place, filled: await createFixtures(service.address) }
  return s3 || peers ? benchOthers(context) : benchParts(context)
}

type BenchContext = {
  dataDir: string
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
  log: typeof log
}

/** Comparisons that start services of their own on the same rows. */
async function benchOthers(context: BenchContext): Promise<BenchReport> {
  const { dataDir, databaseUrl, service, filled } = context
  await stopService(service)
  if (s3) {
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...NO_BUDGET }
    return { s3: await measureS3({ filled, env, rounds: ROUNDS, length: BYTES }) }
  }
  const settings = { rounds: ROUNDS, milliseconds: MEASURE_MS, rows: DOWNLOADS }
  return { peers: await comparePeers({ databaseUrl, dataDir, filled, ...settings, log }) }
}

async function benchParts(context: BenchContext): Promise<BenchReport> {
  const { service, filled } = context
  if (only) return { requests: await benchRequests(context, only.split(',')) }
  const isWhole =
    !onlyBytes && !onlySmallFiles && !onlyMemory && !onlyLines && !onlyLive && !onlyMixed
  const requests = isWhole ? await benchRequests(context) : undefined
  const transfers = isWhole || onlyBytes ? await benchTransfers(context) : {}
  const smallFiles =
    isWhole || onlySmallFiles
      ? await measureSmallFiles({ ...context, files: SMALL_FILES, rounds: ROUNDS })
      : undefined
  const memory =
    isWhole || onlyMemory
      ? await measureMemory({ ...context, translations: TRANSLATIONS })
      : undefined
  const lines = isWhole || onlyLines ? await measureLines(context) : undefined
  const subtitles = isWhole ? measureSubtitles(log) : undefined
  const live =
    isWhole || onlyLive ? await measureLiveUpdates({ ...context, listeners: LISTENERS }) : undefined
  const mixed = onlyMixed
    ? await measureMixed({
        ...context,
        // Passwords are hashed a few at a time, and the rest gets a 503.
        cases: createCases(filled, service, DOWNLOADS).filter(({ name }) => name !== SIGN_IN),
      })
    : undefined
  return {
    ...(requests && { requests }),
    ...transfers,
    ...(smallFiles && { smallFiles }),
    ...(memory && { memory }),
    ...(lines && { lines }),
    ...(subtitles && { subtitles }),
    ...(live && { live }),
    ...(mixed && { mixed }),
  }
}

async function benchTransfers({ dataDir, databaseUrl, service, filled }: BenchContext) {
  log('Transferring files')
  const size = { rounds: ROUNDS, length: BYTES }
  return {
    upload: await measureUpload(service, filled, size),
    download: await measureDownload({
      dataDir,
      databaseUrl,
      service,
      filled,
      ...size,
      undo: cleanups,
    }),
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

async function benchRequests(
  { dataDir, databaseUrl, service, filled }: BenchContext,
  keys?: readonly string[],
): Promise<RequestReport> {
  const wanted = createCases(filled, service, DOWNLOADS).filter(
    ({ key }) => keys?.includes(key) ?? true,
  )
  if (wanted.some(({ key }) => key === 'downloads'))
    await createDownloads(databaseUrl, filled.studio, DOWNLOADS)
  const bare = await startBareServer(
    databaseUrl,
    await copyRequest(databaseUrl, service.address, filled),
  )

  const postmaster = await readPostmasterPid(dataDir)
  const cases: BenchCase[] = [bare, ...wanted]
  const rounds: RequestFigures[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    log(`Round ${round} of ${ROUNDS}`)
    rounds.push([])
    for (const current of cases) rounds.at(-1)!.push(await measure(current, postmaster))
  }
  return createReport(rounds, memoryOf(service.pid), bare.bytes)
}

async function measure(
  { key: _key, name, pid, ...request }: BenchCase,
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
  return { key: 'bare', name: BARE, pid: child.pid!, port, bytes, path: `/${id}` }
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
      round.find((figure) => figure.name === name)?.[key] ?? NaN
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
