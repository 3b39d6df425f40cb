// What a large installation costs: every list, search and report with every pair of its parameters,
// the calls of each screen, and every write, by everyone.
import { Agent } from 'node:http'
import type { TestRole } from '../../../api/test/fixtures.ts'
import { digits, formatTable, median, quantile, type FigureColumn } from '../../tools/figures.ts'
import type { LoadCall } from '../../tools/load.ts'
import { parse, rangeHeader, send, type Connection, type Reply } from '../../tools/send.ts'
import { startMeter } from '../../tools/usage.ts'
import { authorizationOf, createActiveRequest, createInvited, inviteTo } from '../fixtures.ts'
import type { BenchContext, BenchReport } from '../context.ts'
import { recordScreens } from '../screens.ts'
import { fillOnce } from './fill.ts'
import { PAGE, readsOf, type SizedRead } from './reads.ts'
import { writeAll } from './writes.ts'

/** Milliseconds of waiting, and of CPU time in Node and PostgreSQL. */
type Figures = {
  kind: string
  as: string
  name: string
  status: number
  waited: number
  node: number
  postgresql: number
}

const LIMITS = [100, 300]
const REPORT = /^\/reports\/\w+\?from=/
const SLOWEST = 30
const WRITES = 3
type Role = TestRole | 'invited' | 'admin'
const READERS: Role[] = ['studio', 'territory', 'vendor', 'translator', 'invited', 'guest', 'admin']

const cpuOf = ({ node, postgresql }: Figures) => node + postgresql
const CALLS: FigureColumn<Figures>[] = [
  ['call', ({ name }) => name],
  ['as', ({ as }) => as],
  ['CPU ms', (call) => digits(cpuOf(call))],
  ['Node ms', ({ node }) => digits(node)],
  ['PostgreSQL ms', ({ postgresql }) => digits(postgresql)],
  ['waited ms', ({ waited }) => digits(waited)],
  ['status', ({ status }) => String(status)],
]
const KINDS: FigureColumn<[kind: string, calls: Figures[]]>[] = [
  ['CPU ms', ([kind]) => kind],
  ['calls', ([, calls]) => String(calls.length)],
  ['median', ([, calls]) => digits(median(calls.map(cpuOf)))],
  ['95 %', ([, calls]) => digits(quantile(calls.map(cpuOf), 0.95))],
  ['most', ([, calls]) => digits(Math.max(...calls.map(cpuOf)))],
  ...LIMITS.map((limit): FigureColumn<[string, Figures[]]> => [
    `over ${limit}`,
    ([, calls]) => String(calls.filter((call) => cpuOf(call) > limit).length),
  ]),
  [
    'refused',
    ([, calls]) => String(calls.filter(({ status }) => status >= 400 && status < 500).length),
  ],
  ['failed', ([, calls]) => String(calls.filter(isFailed).length)],
]
const isFailed = ({ status }: Figures) => status === 0 || status >= 500

export async function measureSize(context: BenchContext): Promise<BenchReport> {
  await fillOnce(context)
  const { seed, log, side } = context
  const connections = await connectReaders(context)
  const rows: Figures[] = []
  const { _id: request } = await createActiveRequest(side)
  for (const { screen, as, path, range } of await recordScreens(context, request))
    await read(context, rows, { kind: `screen ${screen}`, as, path, range }, connections[as])
  const gaps = new Set<string>()
  for (const as of READERS) {
    const reads = await readsOf(connections[as], seed, gaps)
    log(`Sending ${reads.length} reads as ${as}`)
    for (const one of reads) await read(context, rows, { ...one, as }, connections[as])
  }
  log('Writing')
  for (let turn = 0; turn < WRITES; turn++)
    await writeAll(context, (as, name, path, sending) =>
      measure(context, rows, { kind: 'write', as, name }, () =>
        send(connections[as], `/api${path}`, sending),
      ),
    )
  return { rows, text: describe(rows, [...gaps]) }
}

async function connectReaders({ service, fixtures, side, databaseUrl }: BenchContext) {
  const invited = await createInvited(databaseUrl, side)
  const people = { ...side.people, invited, admin: fixtures.admin }
  const agent = new Agent({ keepAlive: true })
  const connections = Object.fromEntries(
    Object.entries(people).map(([role, person]) => [
      role,
      { port: service.port, agent, authorization: authorizationOf(person) },
    ]),
  ) as Record<Role, Connection>
  const list = await send(connections.studio, '/api/workrequests?status=in-progress')
  const requests = parse<{ _id: string }[]>(list).map(({ _id }) => _id)
  await inviteTo(databaseUrl, requests, invited)
  return connections
}

async function measure(
  { service, postmaster }: BenchContext,
  rows: Figures[],
  call: Pick<Figures, 'kind' | 'as' | 'name'>,
  sending: LoadCall,
): Promise<Reply> {
  const readMeter = startMeter(service.pid, postmaster)
  const reply = await sending()
  const { service: node, database: postgresql } = readMeter()
  rows.push({ ...call, status: reply.status, waited: reply.milliseconds, node, postgresql })
  return reply
}

async function read(
  context: BenchContext,
  rows: Figures[],
  { kind, as, path, range }: SizedRead & { as: Role },
  connection: Connection,
) {
  const name = `${path}${range === PAGE ? '' : ` ${range ?? ''}`}`
  if (context.only && !`${kind} ${as} ${name}`.includes(context.only)) return
  const call = () => send(connection, `/api${path}`, rangeHeader(range))
  await measure(context, rows, { kind, as, name }, call)
  const first = rows.at(-1)!
  if (cpuOf(first) <= LIMITS[0]!) return
  // Something else may have run: a call is slow if it is slow twice.
  rows.pop()
  await measure(context, rows, { kind, as, name }, call)
  if (cpuOf(first) < cpuOf(rows.at(-1)!)) rows[rows.length - 1] = first
  const slow = rows.at(-1)!
  if (cpuOf(slow) > LIMITS[0]!)
    context.log(`${digits(cpuOf(slow))} ms, status ${slow.status}, ${as}: ${name}`)
}

function describe(rows: Figures[], gaps: string[]): string {
  const slowestFirst = rows.toSorted((one, other) => cpuOf(other) - cpuOf(one))
  const slow = rows.filter((call) => cpuOf(call) > LIMITS[0]!).length
  const writes = slowestFirst.filter(({ kind }) => kind === 'write')
  const medians = [...Map.groupBy(writes, ({ name }) => name).values()].map(
    (calls) => calls[calls.length >> 1]!,
  )
  const reports = rows.filter(({ kind, name }) => kind === 'one parameter' && REPORT.test(name))
  const tables = {
    'Reports of a year and of 90 days': reports,
    Writes: medians,
    'Slowest calls': slowestFirst.slice(0, Math.max(slow, SLOWEST)),
    'Failed calls': rows.filter(isFailed),
  }
  const kinds = Map.groupBy(rows, ({ kind }) => kind.replace(/^(screen \w+) .*/, '$1'))
  return [
    formatTable(KINDS, [...kinds]),
    ...Object.entries(tables).map(([title, calls]) => `${title}\n\n${formatTable(CALLS, calls)}`),
    `Parameters without a value: ${gaps.join(', ')}`,
  ].join('\n\n')
}
