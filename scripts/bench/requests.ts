// What requests cost, in multiples of the bare server: requests per second, and the CPU time of Node
// and PostgreSQL for each.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { assets, workrequests } from '@reelay/api/contract'
import pg from 'pg'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { digits, formatTable, median, quantile, type FigureColumn } from '../tools/figures.ts'
import { keepBusy, listCounts } from '../tools/load.ts'
import { send } from '../tools/send.ts'
import { memoryOf, startMeter } from '../tools/usage.ts'
import { CONNECTIONS, createCases, type BenchCase, type BenchRecords } from './cases.ts'
import { benchOrder, createActiveRequest } from './fixtures.ts'
import type { BenchContext } from './context.ts'

/** Times in milliseconds. */
type Figures = { perSecond: number; p50: number; p99: number; service: number; database: number }
type Row = Figures & { name: string; role: string; bare: Figures }

const ROUNDS = 3

const COLUMNS: FigureColumn<Row>[] = [
  ['request', ({ name }) => name],
  ['as', ({ role }) => role],
  ['requests/s', ({ perSecond }) => digits(perSecond)],
  ['p50 ms', ({ p50 }) => digits(p50)],
  ['p99 ms', ({ p99 }) => digits(p99)],
  ['Node µs', ({ service }) => digits(service * 1000)],
  ['PostgreSQL µs', ({ database }) => digits(database * 1000)],
  ['CPU × bare', (row) => digits(cpuOf(row) / cpuOf(row.bare))],
  [
    'requests/s of bare',
    ({ perSecond, bare }) => `${digits((perSecond / bare.perSecond) * 100)} %`,
  ],
]
const cpuOf = ({ service, database }: Figures) => service + database

export async function measureRequests(context: BenchContext): Promise<string> {
  const { only, service, log } = context
  const records = await createRecords(context)
  const bare = await startBareServer(context, records.request)
  const chosen = createCases(context, records).filter(
    ({ key }) => only?.split(',').includes(key) ?? true,
  )
  const cases = [bare, ...chosen]
  const rounds: Figures[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    log(`Round ${round} of ${ROUNDS}`)
    const figures: Figures[] = []
    for (const one of cases) figures.push(await measure(context, one))
    rounds.push(figures)
  }
  const medians = cases.map((_case, index) => medianOf(rounds.map((round) => round[index]!)))
  const rows = cases.map(({ name, role }, index) => ({
    name,
    role,
    ...medians[index]!,
    bare: medians[0]!,
  }))
  return `${formatTable(COLUMNS, rows)}\n\nMemory of the service at the end: ${digits(memoryOf(service.pid))} MB`
}

/** Orders go to another asset: the measured one must not get ten thousand of them. */
async function createRecords({ side }: BenchContext): Promise<BenchRecords> {
  const { studio } = side.people
  const { _id: request } = await createActiveRequest(side)
  const other = await studio.call(assets.createAsset, {
    body: {
      name: 'Teaser',
      project: side.project._id,
      type: 'trailer.intl',
      usage: { broadcast: true, online: true },
    },
  })
  return { request, order: { ...benchOrder(side), asset: other._id } }
}

async function measure(
  { postmaster, quick }: BenchContext,
  { name, pid, client }: BenchCase,
): Promise<Figures> {
  const [warmUp, duration] = quick ? [200, 600] : [800, 3_500]
  const clients = Array.from({ length: CONNECTIONS }, (_none, index) => client(index))
  await keepBusy(clients, warmUp)
  const readMeter = startMeter(pid, postmaster)
  const { seconds, times, statuses } = await keepBusy(clients, duration)
  const { service, database } = readMeter()
  if ([...statuses.keys()].some((status) => !/^20[01]$/.test(status)))
    throw new Error(`${name} was answered with ${listCounts(statuses)}`)
  return {
    perSecond: times.length / seconds,
    p50: median(times),
    p99: quantile(times, 0.99),
    service: service / times.length,
    database: database / times.length,
  }
}

const medianOf = (rounds: Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0]!).map((key) => [
      key,
      median(rounds.map((round) => round[key as keyof Figures])),
    ]),
  ) as Figures

/** It returns the service's own reply, which it reads from a table. */
async function startBareServer(
  { databaseUrl, side, cleanUp }: BenchContext,
  request: string,
): Promise<BenchCase> {
  const reply = await side.people.studio.call(workrequests.getWorkRequest, {
    params: { id: request },
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table if not exists bare (id text primary key, body text not null)')
  await client.query('insert into bare values ($1, $2)', [request, JSON.stringify(reply)])
  await client.query('vacuum analyze bare')
  await client.end()
  const port = await freePort()
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const child = fork(program, [databaseUrl, String(port)])
  cleanUp(() => child.kill())
  await once(child, 'message')
  const connection = { port, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) }
  return {
    key: 'bare',
    name: 'bare server',
    role: '',
    pid: child.pid!,
    client: () => () => send(connection, `/${request}`),
  }
}
