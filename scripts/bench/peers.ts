// npm run bench -- --peers: installs Directus and Strapi into a temporary folder, gives them the same
// data and compares them with the service, in turns. It needs the npm registry and some minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import { createDownloads } from './download-fixtures.ts'
import type { BenchFixtures } from './fixtures.ts'
import { generateLoad, type LoadRequest } from './load-generator.ts'
import { directus } from './peers/directus.ts'
import {
  PEER_CASES,
  postRequest,
  type Peer,
  type PeerCase,
  type RunningPeer,
} from './peers/peer.ts'
import { strapi } from './peers/strapi.ts'
import { readWorkRequest, type Entry, type WorkRequestRecord } from './peers/work-request.ts'
import { memoryOf } from './process-usage.ts'
import { median } from './median.ts'

/** Requests per second of each case, by product. `failure` says why a product is missing. */
export type PeerFigures = {
  name: string
  failure?: string
  rates?: Record<PeerCase, number>
  startMs?: number
  /** In megabytes, some seconds after the start. */
  memory?: number
}
export type PeerReport = { rows: number; products: PeerFigures[] }

const PEERS: readonly Peer[] = [directus, strapi]
const CONNECTIONS = 8
const SETTLE_MS = 5_000

type Input = {
  databaseUrl: string
  dataDir: string
  filled: BenchFixtures
  rounds: number
  milliseconds: number
  rows: number
  log: (message: string) => void
}

export async function comparePeers(input: Input): Promise<PeerReport> {
  const { databaseUrl, dataDir, filled, rows, log } = input
  log(`Creating ${rows} downloads`)
  await createDownloads(databaseUrl, filled.studio, rows)
  const ours = await startOurs(databaseUrl, dataDir, filled, rows)
  const { active, order } = await readRecords(ours.service, filled)
  const folder = mkdtempSync(join(tmpdir(), 'reelay-peers-'))
  const running: { name: string; memory: number; peer: RunningPeer }[] = [
    { name: 'Reelay', memory: ours.memory, peer: ours.peer },
  ]
  const failures: PeerFigures[] = []
  try {
    for (const peer of PEERS) {
      const name = `${peer.name} ${peer.version}`
      try {
        const started = await peer.start({
          folder: join(folder, peer.name),
          databaseUrl: await createDatabase(databaseUrl, peer.name.toLowerCase()),
          port: await freePort(),
          rows,
          active,
          order,
          log,
        })
        running.push({ name, memory: memoryOf(started.pid), peer: started })
      } catch (error) {
        failures.push({ name, failure: reasonOf(error) })
      }
    }
    const rates = await measureInTurns(
      running.map(({ peer }) => peer),
      input,
    )
    const products = running.map(({ name, memory, peer }, index) => ({
      name,
      memory,
      startMs: peer.startMs,
      rates: rates[index]!,
    }))
    return { rows, products: [...products, ...failures] }
  } finally {
    for (const { peer } of running) await peer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureInTurns(
  peers: RunningPeer[],
  { rounds, milliseconds, log }: Input,
): Promise<Record<PeerCase, number>[]> {
  const measured = peers.map(
    () => new Map<PeerCase, number[]>(PEER_CASES.map((name) => [name, []])),
  )
  for (let round = 1; round <= rounds; round++) {
    log(`Round ${round} of ${rounds}`)
    for (const name of PEER_CASES)
      for (const [index, { requests }] of peers.entries()) {
        await generateLoad(requests[name], CONNECTIONS, milliseconds / 4)
        const { count, seconds } = await generateLoad(requests[name], CONNECTIONS, milliseconds)
        measured[index]!.get(name)!.push(count / seconds)
      }
  }
  return measured.map(
    (rates) =>
      Object.fromEntries(Array.from(rates, ([name, all]) => [name, median(all)])) as Record<
        PeerCase,
        number
      >,
  )
}

/** A process that has done nothing yet, on the prepared database. */
async function startOurs(
  databaseUrl: string,
  dataDir: string,
  { reader, guest, request, order }: BenchFixtures,
  rows: number,
): Promise<{ service: TestService; peer: RunningPeer; memory: number }> {
  const began = performance.now()
  const service = await startService({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REQUEST_BUDGET: '0',
    STUDIO_REQUEST_BUDGET: '0',
  })
  const startMs = performance.now() - began
  await sleep(SETTLE_MS)
  const memory = memoryOf(service.pid)
  const { port, pid } = service
  const headers = basic(reader.email, `token-${reader.token}`)
  const get = (path: string, more: Record<string, string> = {}): LoadRequest => ({
    port,
    path: `/api${path}`,
    headers: { ...headers, ...more },
  })
  const page = (first: number) =>
    get('/downloads', { 'x-range': `resources=${first}-${first + 9}` })
  const requests = {
    'GET one': get(`/workrequests/${request}`),
    'first page': page(0),
    'page in the middle': page(rows / 2),
    create: postRequest(port, '/api/workrequests', order, headers),
    'sign-in': { port, path: '/api/session', headers: basic(guest.email, guest.password) },
  }
  const stop = async () => {
    service.signal('SIGTERM')
    await service.ended
  }
  return { service, memory, peer: { pid, startMs, requests, stop } }
}

/** The measured request, and what an order creates. */
async function readRecords(
  { address }: TestService,
  { reader, request, order }: BenchFixtures,
): Promise<{ active: Entry; order: Entry }> {
  const headers = {
    ...basic(reader.email, `token-${reader.token}`),
    'content-type': 'application/json',
  }
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}/api/workrequests${path}`, { ...init, headers })
    return readWorkRequest((await response.json()) as WorkRequestRecord)
  }
  return {
    active: await read(`/${request}`),
    order: await read('', { method: 'POST', body: JSON.stringify(order) }),
  }
}

const basic = (user: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
})

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** The last line that npm or the product printed says most. */
function reasonOf(error: unknown): string {
  const { message, stderr = '' } = error as Error & { stderr?: string }
  return stderr.split('\n').find((line) => line.includes('error')) ?? message.split('\n')[0]!
}

export function formatPeers({ rows, products }: PeerReport): string {
  const [ours] = products as [PeerFigures]
  const lines = products.map(({ name, failure, rates, startMs, memory }) => {
    if (failure !== undefined) return `${name}: not measured. ${failure}`
    const cells = PEER_CASES.map((one) => {
      const ratio = ours.rates![one] / rates![one]
      return `${one} ${rates![one].toFixed(rates![one] < 100 ? 1 : 0)}/s${name === ours.name ? '' : ` (ours ${ratio.toFixed(1)}×)`}`
    })
    return `${name}: ${cells.join(', ')}; ready in ${(startMs! / 1000).toFixed(1)} s, ${memory!.toFixed(0)} MB idle.`
  })
  return [`With ${rows} downloads, ${CONNECTIONS} connections, medians:`, ...lines].join('\n')
}
