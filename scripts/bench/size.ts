// npm run bench -- --size[=10]: how the cost of lists, searches and reports grows with the number of
// rows. Measures every call with a hundredth of the rows, then with all of them. `--data` names a
// folder that keeps the filled database for the next run.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN, readPostmasterPid, type TestService } from '../../api/test/service.ts'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { inTransaction } from '../../api/src/kernel/db/transaction.ts'
import { storeReportDays } from '../../api/src/reports/commands/store-days.ts'
import { createFixtures, PASSWORD, signIn } from './fixtures.ts'
import { median } from './median.ts'
import { OPEN, sizedCalls, type BenchRole, type SizedCall } from './size-calls.ts'
import { ASSETS, fillStudio } from './size-fixtures.ts'

/** Milliseconds of one call: waiting, and CPU time in Node and PostgreSQL. */
export type CallFigures = {
  name: string
  role: BenchRole
  status: number
  ms: number
  serviceMs: number
  databaseMs: number
  total: string
}
export type SizeFigures = { rows: number; small: CallFigures[]; large: CallFigures[] }
type SizeContext = {
  dataDir: string
  databaseUrl: string
  service: TestService
  size: number
  only?: string
  log: (message: string) => void
}
type Filled = { rows: number; small: CallFigures[] }

const SMALL = 100
const REPETITIONS = 5

export async function measureSize(context: SizeContext): Promise<SizeFigures> {
  const { rows, small } = await fillToSize(context, async (few) => {
    context.log('Measuring with few rows')
    return measureCalls(context, few)
  })
  context.log('Measuring with all rows')
  return { rows, small, large: await measureCalls(context, rows) }
}

/** Fills the database, unless `--data` names one that is filled. */
export async function fillToSize(
  { dataDir, databaseUrl, service, size, log }: Omit<SizeContext, 'only'>,
  measureFew: (rows: number) => Promise<CallFigures[]> = () => Promise.resolve([]),
): Promise<Filled> {
  const [state, rows] = [join(dataDir, 'size.json'), Math.round(ASSETS * size)]
  const known: Filled = existsSync(state)
    ? (JSON.parse(readFileSync(state, 'utf8')) as Filled)
    : { rows: 0, small: [] }
  const save = () => writeFileSync(state, JSON.stringify(known))
  const fill = async (to: number) => {
    log(`Adding the rows of ${to - known.rows} assets`)
    await fillStudio(databaseUrl, { from: known.rows + 1, to })
    await prepareReports(databaseUrl)
    known.rows = to
    save()
  }
  if (known.rows === 0) {
    await createFixtures(service.address)
    await fill(Math.round(rows / SMALL))
  }
  if (known.rows < rows) {
    known.small = await measureFew(known.rows)
    save()
    await fill(rows)
  }
  // Days that ended since the database was filled, and what a new version prepares in another way.
  await prepareReports(databaseUrl)
  return known
}

/** As the job does. Its batches are small, so waiting for it would take long. */
async function prepareReports(url: string): Promise<void> {
  const db = connect(url, { size: 1 })
  while (await inTransaction(db, storeReportDays));
  await db.destroy()
}

async function measureCalls(context: SizeContext, rows: number): Promise<CallFigures[]> {
  const { service, dataDir, only } = context
  const headers = await signInAll(service.address)
  const postmaster = await readPostmasterPid(dataDir)
  const figures: CallFigures[] = []
  for (const call of sizedCalls(rows)) {
    if (only && !`${call.name} ${call.role}`.includes(only)) continue
    const authorization = headers[call.role]
    const path = call.path.includes('{open}')
      ? call.path.replace('{open}', await openRequests(service.address, authorization))
      : call.path
    figures.push(await measureCall(service, postmaster, { ...call, path }, authorization))
  }
  return figures
}

/** The ids of a page of the list. */
async function openRequests(address: string, authorization: string): Promise<string> {
  const response = await fetch(`${address}/api/workrequests?status=${OPEN}&order=due`, {
    headers: { authorization, 'x-range': 'resources=0-47' },
  })
  return ((await response.json()) as { _id: string }[]).map(({ _id }) => _id).join()
}

async function signInAll(address: string): Promise<Record<BenchRole, string>> {
  const header = async (email: string, password: string) => {
    const { token } = await signIn(`${address}/api`, email, password)
    return `Basic ${Buffer.from(`${email}:token-${token}`).toString('base64')}`
  }
  const ofRole = (role: BenchRole) => header(`${role}@northlight.example`, PASSWORD)
  return {
    studio: await ofRole('studio'),
    territory: await ofRole('territory'),
    vendor: await ofRole('vendor'),
    translator: await ofRole('translator'),
    admin: await header(ADMIN.email, ADMIN.password),
  }
}

async function measureCall(
  { address, pid }: TestService,
  postmaster: number,
  { name, role, path, first, last }: SizedCall,
  authorization: string,
): Promise<CallFigures> {
  const headers = { authorization, 'x-range': `resources=${first}-${last}` }
  const call = async () => {
    const started = performance.now()
    const response = await fetch(`${address}/api${path}`, { headers })
    await response.arrayBuffer()
    return { ms: performance.now() - started, response }
  }
  const { ms: warmUp, response } = await call()
  // A call of more than a second is measured once.
  const repetitions = warmUp > 1000 ? 1 : REPETITIONS
  const before = { service: runTimeOf(pid), database: runTimeOfChildren(postmaster) }
  const times: number[] = []
  for (let turn = 0; turn < repetitions; turn++) times.push((await call()).ms)
  return {
    name,
    role,
    status: response.status,
    ms: median(times),
    serviceMs: (runTimeOf(pid) - before.service) / repetitions,
    databaseMs: Math.max(runTimeOfChildren(postmaster) - before.database, 0) / repetitions,
    total: response.headers.get('x-content-range')?.split('/')[1] ?? '',
  }
}

/** Milliseconds that all threads of a process have run, exact to the nanosecond. */
function runTimeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
      .reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
  } catch {
    return 0
  }
}

const runTimeOfChildren = (pid: number): number =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .reduce((sum, child) => sum + runTimeOf(Number(child)), 0)

export function formatSize({ rows, small, large }: SizeFigures): string {
  const before = new Map(small.map((figures) => [keyOf(figures), figures]))
  const cells = large.map((figures) => {
    const then = before.get(keyOf(figures))
    return [
      figures.name,
      figures.role,
      then ? milliseconds(then.ms) : '–',
      figures.status < 300 ? milliseconds(figures.ms) : String(figures.status),
      then ? `${(figures.ms / then.ms).toFixed(1)}×` : '–',
      milliseconds(figures.serviceMs),
      then ? milliseconds(then.databaseMs) : '–',
      milliseconds(figures.databaseMs),
      figures.total,
    ]
  })
  const slow = large.filter(({ ms, status }) => ms > 100 || status >= 300).length
  return [
    `| ${rows.toLocaleString('en')} assets | as | ms, small | ms, large | growth | Node ms | PostgreSQL ms, small | large | total |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...cells.map((row) => `| ${row.join(' | ')} |`),
    '',
    `${slow} of ${large.length} calls take more than 100 ms or fail.`,
  ].join('\n')
}

const keyOf = ({ name, role }: CallFigures) => `${name} ${role}`
const milliseconds = (figure: number) => figure.toFixed(figure < 10 ? 1 : 0)
