// npm run bench [-- --quick] [-- --json] [-- --bytes] [-- --memory] [-- --lines]: the service
// against a bare server on the same rows, in turn, three rounds, medians; then
// bytes, the translation memory and long scripts, or one of these alone.
// Figures move with the machine and with who else is on it; the ratios are what to look at.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort, startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { measureDownload } from './bytes.ts'
import { BROAD, fillDownloads } from './downloads.ts'
import { fill, type Filled } from './fill.ts'
import { load, type Ask } from './load.ts'
import { measureLines } from './lines.ts'
import { measureMemory } from './memory.ts'
import { BARE, median, printed, type Figures, type Report, type Requests } from './report.ts'
import { measureUpload } from './uploads.ts'
import { cpuOf, cpuOfFamily, memoryOf } from './usage.ts'

const flag = { type: 'boolean', default: false } as const
const {
  values: { quick, json, bytes: onlyBytes, memory: onlyMemory, lines: onlyLines },
} = parseArgs({ options: { quick: flag, json: flag, bytes: flag, memory: flag, lines: flag } })
const POOL = 4
const CONNECTIONS = 8
const ROUNDS = 3
const [WARM_MS, MEASURE_MS] = quick ? [200, 600] : [800, 3_500]
const DOWNLOADS = 1_000_000
const BYTES = (quick ? 256 : 1024) * 1024 ** 2
const REQUEST = 'GET /workrequests/{id}'
const FIRST = 'GET /downloads, first page'
const DEEP = 'GET /downloads, at 500,000'

const undo: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidy().then(() => process.exit(130)))
try {
  const report = await bench()
  console.log(json ? JSON.stringify(report, null, 2) : printed(report))
} finally {
  await tidy()
}

async function bench(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelay-bench-'))
  chmodSync(dataDir, 0o755)
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await startEmbedded({ dataDir })
  undo.push(() => database.stop())
  const service = await startService({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: String(POOL),
  })
  undo.push(() => (service.signal('SIGTERM'), service.ended))

  tell('Filling the database')
  const filled = await fill(service.address)
  if (onlyLines) return { lines: await measureLines({ service, filled, tell }) }
  if (onlyMemory)
    return {
      memory: await measureMemory({ dataDir, databaseUrl: database.url, service, filled, tell }),
    }
  const requests = onlyBytes
    ? undefined
    : await benchRequests({ dataDir, databaseUrl: database.url, service, filled })
  tell('Moving bytes')
  const upload = await measureUpload(service, filled, { rounds: ROUNDS, length: BYTES })
  const download = await measureDownload({
    dataDir,
    databaseUrl: database.url,
    filled,
    service,
    rounds: ROUNDS,
    length: BYTES,
    undo,
  })
  const memory = onlyBytes
    ? undefined
    : await measureMemory({ dataDir, databaseUrl: database.url, service, filled, tell })
  const lines = onlyBytes ? undefined : await measureLines({ service, filled, tell })
  return {
    ...(requests && { requests }),
    upload,
    download,
    ...(memory && { memory }),
    ...(lines && { lines }),
  }
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
  filled: Filled
}): Promise<Requests> {
  await fillDownloads(databaseUrl, filled.studio, DOWNLOADS)
  const bare = await startBare(databaseUrl, await copyRequest(databaseUrl, service.address, filled))

  const postmaster = await readPostmasterPid(dataDir)
  const [request, ...others] = casesOf(filled, service)
  const cases: Case[] = [request!, bare, ...others]
  const rounds: Figures[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    tell(`Round ${round} of ${ROUNDS}`)
    rounds.push([])
    for (const one of cases) rounds.at(-1)!.push(await measure(one, postmaster))
  }
  return reportOf(rounds, memoryOf(service.pid), bare.bytes)
}

type Case = Ask & { name: string; pid: number }

function casesOf(
  { reader, signsIn, asset, request, order }: Filled,
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
  const body = JSON.stringify(order)
  return [
    get(REQUEST, `/workrequests/${request}`),
    get('GET /assets/{id}', `/assets/${asset}`),
    get(FIRST, '/downloads', page(0)),
    get(DEEP, '/downloads', page(500_000)),
    get(`${FIRST}, q`, `/downloads?q=${BROAD}`, page(0)),
    get(`${DEEP}, q`, `/downloads?q=${BROAD}`, page(500_000)),
    {
      ...get('POST /workrequests', '/workrequests', {
        ...token,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      method: 'POST',
      body,
    },
    get('GET /session, password', '/session', basic(signsIn.email, signsIn.password)),
  ]
}

function basic(user: string, secret: string) {
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
}

async function measure({ name, pid, ...ask }: Case, postmaster: number): Promise<Figures> {
  await load(ask, CONNECTIONS, WARM_MS)
  const before = { service: cpuOf(pid), database: cpuOfFamily(postmaster) }
  const { count, seconds, times } = await load(ask, CONNECTIONS, MEASURE_MS)
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return {
    name,
    perSecond: count / seconds,
    p50: at(0.5),
    p99: at(0.99),
    serviceCpu: (cpuOf(pid) - before.service) / count,
    databaseCpu: (cpuOfFamily(postmaster) - before.database) / count,
  }
}

/** The answer as the service gave it, in a table of its own. */
async function copyRequest(url: string, address: string, { reader, request }: Filled) {
  const answer = await fetch(`${address}/api/workrequests/${request}`, {
    headers: basic(reader.email, `token-${reader.token}`),
  })
  const body = await answer.text()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table bare (id text primary key, body text not null)')
  await client.query('insert into bare values ($1, $2)', [request, body])
  await client.query('vacuum analyze bare')
  await client.end()
  return { id: request, bytes: Buffer.byteLength(body) }
}

async function startBare(url: string, { id, bytes }: { id: string; bytes: number }) {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('bare.ts', import.meta.url)), [
    url,
    String(POOL),
    String(port),
  ])
  undo.push(() => child.kill())
  await new Promise<void>((resolve, reject) =>
    child
      .once('message', () => resolve())
      .once('exit', () => reject(new Error('The bare server did not start'))),
  )
  return { name: BARE, pid: child.pid!, port, bytes, path: `/${id}` }
}

function reportOf(rounds: Figures[][], memory: number, bytes: number): Requests {
  const figures = rounds[0]!.map(({ name }, at): Figures => {
    const of = (key: Exclude<keyof Figures, 'name'>) =>
      median(rounds.map((round) => round[at]![key]))
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
    const of = (name: string, round: Figures[]) =>
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

/** In the order opposite to how things were begun, and to the end whatever fails. */
async function tidy() {
  for (const step of undo.splice(0).toReversed())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
}

function tell(what: string) {
  if (!json) console.error(what)
}
