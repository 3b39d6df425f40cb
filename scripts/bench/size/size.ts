// How the cost of lists, searches and reports grows with the number of rows: every call with a
// hundredth of the rows, then with all of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { connect } from '../../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../../api/src/kernel/db/transaction.ts'
import { storeReportDays } from '../../../api/src/reports/commands/store-days.ts'
import { digits, formatTable, median, type FigureColumn } from '../../tools/figures.ts'
import { parse, send, type Connection } from '../../tools/send.ts'
import { startMeter } from '../../tools/usage.ts'
import { authorizationOf } from '../fixtures.ts'
import type { BenchContext } from '../context.ts'
import { OPEN, sizedCalls, type BenchRole, type SizedCall } from './calls.ts'
import { ASSETS, fillStudio } from './fill.ts'

/** Milliseconds of one call: waiting, and CPU time in Node and PostgreSQL. */
type CallFigures = {
  name: string
  role: BenchRole
  status: number
  waited: number
  service: number
  database: number
  total: string
}
type Row = CallFigures & { small: CallFigures | undefined }
/** What a folder contains, and what was measured when it had few rows. */
type Filled = { rows: number; small: CallFigures[] }

const SMALL = 100
const REPETITIONS = 5
/** A call that takes longer is measured once. */
const SLOW_MS = 1_000
const LIMIT_MS = 100

const COLUMNS: FigureColumn<Row>[] = [
  ['call', ({ name }) => name],
  ['as', ({ role }) => role],
  ['ms, small', ({ small }) => digits(small?.waited ?? NaN)],
  ['ms', ({ waited, status }) => (status < 300 ? digits(waited) : String(status))],
  ['Node ms', ({ service }) => digits(service)],
  ['PostgreSQL ms, small', ({ small }) => digits(small?.database ?? NaN)],
  ['PostgreSQL ms', ({ database }) => digits(database)],
  ['total', ({ total }) => total],
]

export async function measureSize(context: BenchContext): Promise<string> {
  const { rows, small } = await fillToSize(context, (few) => measureCalls(context, few))
  const figures = await measureCalls(context, rows)
  const table = figures.map((call) => ({
    ...call,
    small: small.find(({ name, role }) => name === call.name && role === call.role),
  }))
  const slow = figures.filter(({ waited, status }) => waited > LIMIT_MS || status >= 300).length
  return `${formatTable(COLUMNS, table)}\n\n${rows} assets. ${slow} of ${figures.length} calls take more than ${LIMIT_MS} ms or fail.`
}

/** Fills the database, unless `--data` names one that is filled. */
export async function fillToSize(
  { dataDir, databaseUrl, size, log }: BenchContext,
  measureFew: (rows: number) => Promise<CallFigures[]> = () => Promise.resolve([]),
): Promise<Filled> {
  const [state, rows] = [join(dataDir, 'size.json'), Math.round(ASSETS * size)]
  const filled: Filled = existsSync(state)
    ? (JSON.parse(readFileSync(state, 'utf8')) as Filled)
    : { rows: 0, small: [] }
  const fill = async (to: number) => {
    log(`Adding the rows of ${to - filled.rows} assets`)
    await fillStudio(databaseUrl, { from: filled.rows + 1, to })
    await prepareReports(databaseUrl)
    filled.rows = to
    writeFileSync(state, JSON.stringify(filled))
  }
  if (filled.rows === 0) await fill(Math.round(rows / SMALL))
  if (filled.rows < rows) {
    filled.small = await measureFew(filled.rows)
    await fill(rows)
  }
  // Days that ended since the database was filled, and what a new version prepares in another way.
  await prepareReports(databaseUrl)
  return filled
}

/** As the job does. Its batches are small, so waiting for it would take long. */
async function prepareReports(url: string): Promise<void> {
  const db = connect(url, { size: 1 })
  while (await inTransaction(db, storeReportDays));
  await db.destroy()
}

async function measureCalls(context: BenchContext, rows: number): Promise<CallFigures[]> {
  const { service, fixtures, only, log } = context
  log(`Measuring with ${rows} assets`)
  const agent = new Agent({ keepAlive: true })
  const figures: CallFigures[] = []
  for (const call of sizedCalls(rows)) {
    if (only && !`${call.name} ${call.role}`.includes(only)) continue
    const person = call.role === 'admin' ? fixtures.admin : fixtures.a.people[call.role]
    const connection = { port: service.port, agent, authorization: authorizationOf(person) }
    const path = call.path.includes('{open}')
      ? call.path.replace('{open}', await findOpenRequests(connection))
      : call.path
    figures.push(await measureCall(context, connection, { ...call, path }))
  }
  agent.destroy()
  return figures
}

/** The ids of a page of the list. */
async function findOpenRequests(connection: Connection): Promise<string> {
  const path = `/api/workrequests?status=${OPEN}&order=due`
  const reply = await send(connection, path, { headers: { 'x-range': 'resources=0-47' } })
  return parse<{ _id: string }[]>(reply)
    .map(({ _id }) => _id)
    .join()
}

async function measureCall(
  { service, postmaster }: BenchContext,
  connection: Connection,
  { name, role, path, first, last }: SizedCall,
): Promise<CallFigures> {
  const headers = { 'x-range': `resources=${first}-${last}` }
  const call = () => send(connection, `/api${path}`, { headers })
  const warmUp = await call()
  const repetitions = warmUp.milliseconds > SLOW_MS ? 1 : REPETITIONS
  const readMeter = startMeter(service.pid, postmaster)
  const times: number[] = []
  for (let turn = 0; turn < repetitions; turn++) times.push((await call()).milliseconds)
  const cpu = readMeter()
  return {
    name,
    role,
    status: warmUp.status,
    waited: median(times),
    service: cpu.service / repetitions,
    database: cpu.database / repetitions,
    total: String(warmUp.headers['x-content-range'] ?? '').split('/')[1] ?? '',
  }
}
