// What people do, in multiples of the bare server: the CPU time of Node and PostgreSQL for each
// request, and what writes add to the log. Three rounds, medians.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { digits, formatTable, median, type FigureColumn } from '../tools/figures.ts'
import { countUp, listCounts, sendAll } from '../tools/load.ts'
import { send } from '../tools/send.ts'
import { memoryOf, startMeter } from '../tools/usage.ts'
import {
  CONNECTIONS,
  WARM_UP,
  createCases,
  createRecords,
  createRequests,
  orderBy,
  type BenchCase,
  type BenchRecords,
} from './cases.ts'
import type { BenchContext, BenchReport } from './context.ts'
import { createActiveRequest } from './fixtures.ts'
import { countStated, measureStating } from './stating.ts'

/** For each request or screen: microseconds of CPU, milliseconds of waiting, bytes of the write-ahead log. */
type Figures = { node: number; postgresql: number; p50: number; wal: number; bytes: number }
type Measured = Figures & { name: string; as: string; statuses: string }
/** `stating` is the share of the CPU that states the caller. */
type Row = Measured & { bare: number; stating?: number | undefined }

const ROUNDS = 3
const BARE_CALLS = 1_000
/** After a second, a connection of PostgreSQL that is idle reports what it has read. */
const STATISTICS_MS = 11_000
const cpuOf = ({ node, postgresql }: Figures) => node + postgresql
const COLUMNS: FigureColumn<Row>[] = [
  ['request', ({ name }) => name],
  ['as', ({ as }) => as],
  ['CPU × bare', ({ bare }) => digits(bare)],
  ['of it stating %', ({ stating }) => (stating === undefined ? '' : digits(stating))],
  ['Node µs', ({ node }) => node.toFixed(0)],
  ['PostgreSQL µs', ({ postgresql }) => postgresql.toFixed(0)],
  ['p50 ms of a call', ({ p50 }) => digits(p50)],
  ['reply kB', ({ bytes }) => digits(bytes / 1000)],
  ['log kB', ({ wal }) => digits(wal / 1000)],
  ['not 200', ({ statuses }) => statuses],
]

export async function measureRequests(context: BenchContext): Promise<BenchReport> {
  const { only, service, log, quick, databaseUrl, cleanUp } = context
  const [reads, count] = quick ? [60, 16] : [300, 48]
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  cleanUp(() => db.end())
  log('Creating the records')
  const records = await createRecords(context)
  const bare = await startBareServer(context, db)
  const statingUs = await measureStating(context)
  const stated = new Map<string, number>()
  const rounds: Measured[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    log(`Round ${round} of ${ROUNDS}`)
    const requests = await createRequests(context, records, db, WARM_UP + reads)
    const cases = createCases(records, requests, count)
    const chosen = only ? cases.filter(({ name, as }) => `${name} ${as}`.includes(only)) : cases
    const measured = [await measure(context, bare.repeated, db, bare.pid)]
    for (const one of chosen) {
      measured.push(await measure(context, one, db, service.pid))
      if (round === 1 && !one.writes && !one.each)
        stated.set(`${one.name} ${one.as}`, await countStated(one.calls, service.address))
    }
    rounds.push(measured)
  }
  const medians = rounds[0]!.map((_first, index) => medianOf(rounds.map((round) => round[index]!)))
  const rows = medians.map((row) => {
    const statements = stated.get(`${row.name} ${row.as}`)
    const stating = statements && (100 * statements * statingUs) / cpuOf(row)
    return { ...row, bare: cpuOf(row) / cpuOf(medians[0]!), stating }
  })
  const notes = [
    `Stating the caller takes ${digits(statingUs)} µs of CPU a statement.`,
    `The service needs ${digits(memoryOf(service.pid))} MB at the end.`,
  ]
  for (const status of quick || only ? [] : ['incomplete', 'submitted'])
    notes.push(await countRelations(records, db, status))
  return { rows, text: [formatTable(COLUMNS, rows), ...notes].join('\n\n') }
}

async function measure(
  { postmaster }: BenchContext,
  { name, as, calls, warmUp = [], each = 1, writes }: BenchCase,
  db: pg.Client,
  pid: number,
): Promise<Measured> {
  await sendAll(warmUp, CONNECTIONS)
  if (writes) await waitForJobs(db)
  const start = await logPosition(db)
  const readMeter = startMeter(pid, postmaster)
  const replies = await sendAll(calls, CONNECTIONS)
  if (writes) await waitForJobs(db)
  const { service, database } = readMeter()
  const statuses = new Map<string, number>()
  for (const { status } of replies) if (status !== 200) countUp(statuses, String(status))
  const uses = calls.length / each
  const bytes = replies.reduce((sum, reply) => sum + reply.bytes.length, 0)
  return {
    name,
    as,
    statuses: listCounts(statuses),
    node: (service * 1000) / uses,
    postgresql: (database * 1000) / uses,
    p50: median(replies.map(({ milliseconds }) => milliseconds)),
    wal: writes ? ((await logPosition(db)) - start) / uses : 0,
    bytes: bytes / uses,
  }
}

function medianOf(rounds: Measured[]): Measured {
  const of = (figure: (one: Measured) => number) => median(rounds.map(figure))
  return {
    ...rounds[0]!,
    node: of(({ node }) => node),
    postgresql: of(({ postgresql }) => postgresql),
    p50: of(({ p50 }) => p50),
    wal: of(({ wal }) => wal),
    bytes: of(({ bytes }) => bytes),
  }
}

const logPosition = (db: pg.Client): Promise<number> =>
  readNumber(db, `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')`)

async function waitForJobs(db: pg.Client) {
  const due = 'select count(*) from job where run_at <= now() and dead_at is null'
  do await sleep(50)
  while ((await readNumber(db, due)) > 0)
}

async function readNumber(db: pg.Client, statement: string): Promise<number> {
  const { rows } = await db.query<[string]>({ text: statement, rowMode: 'array' })
  return Number(rows[0]![0])
}

/** How many tables and indexes one order reads or writes. */
async function countRelations(
  { inOneStudio: [person] }: BenchRecords,
  db: pg.Client,
  status: string,
): Promise<string> {
  const read = async () => {
    await sleep(STATISTICS_MS)
    const { rows } = await db.query<{ id: string; blocks: string }>(RELATIONS)
    return new Map(rows.map(({ id, blocks }) => [id, blocks]))
  }
  const before = await read()
  await sendAll([orderBy(person!, status)], 1)
  await waitForJobs(db)
  const changed = [...(await read())].filter(([id, blocks]) => before.get(id) !== blocks)
  return `An order that is ${status} reads or writes ${changed.length} tables and indexes, with the jobs that follow.`
}

const RELATIONS = `
  select relid::text as id, (heap_blks_read + heap_blks_hit)::text as blocks
  from pg_statio_user_tables
  union all
  select indexrelid::text, (idx_blks_read + idx_blks_hit)::text from pg_statio_user_indexes`

/** It returns the service's own reply, which it reads from a table. */
async function startBareServer({ databaseUrl, side, cleanUp }: BenchContext, db: pg.Client) {
  const reply = await createActiveRequest(side)
  await db.query('create table if not exists bare (id text primary key, body text not null)')
  await db.query('insert into bare values ($1, $2)', [reply._id, JSON.stringify(reply)])
  await db.query('vacuum analyze bare')
  const port = await freePort()
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const child = fork(program, [databaseUrl, String(port)])
  cleanUp(() => child.kill())
  await once(child, 'message')
  const connection = { port, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) }
  const call = () => send(connection, `/${reply._id}`)
  const calls = Array.from({ length: BARE_CALLS }, () => call)
  return { pid: child.pid!, repeated: { name: 'bare server', as: '', calls } }
}
