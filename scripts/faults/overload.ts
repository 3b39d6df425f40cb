// More clients than the service can handle: hundreds read, search, sign in, save and upload at once.
// Refusals must say when to try again, and the background jobs must catch up.
import { Agent } from 'node:http'
import { runOn } from '../../api/test/standby.ts'
import { basicAuth } from '../../api/test/raw-http.ts'
import { PASSWORD } from '../../api/test/test-app.ts'
import { readPostmasterPid } from '../../api/test/service.ts'
import { authorizationOf, createPeople } from '../bench/fixtures.ts'
import { fillStudio } from '../bench/size/fill.ts'
import { digits, formatTable, quantile, type FigureColumn } from '../tools/figures.ts'
import { keepBusy, listCounts, type Attempt, type LoadResult } from '../tools/load.ts'
import { parse, send, type Connection } from '../tools/send.ts'
import { memoryOf, startMeter, watchMemory } from '../tools/usage.ts'
import { runScenario, type FaultFindings, type Installation } from './installation.ts'
import type { Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'

type Kind = 'sign-in' | 'save' | 'read' | 'heavy' | 'upload'
type Row = [kind: Kind, result: LoadResult]

const CROWD: Record<Kind, number> = { 'sign-in': 25, save: 75, read: 300, heavy: 100, upload: 500 }
const PEOPLE = 100
const SECONDS = { short: 15, long: 60 }
const SECONDS_TO_CATCH_UP = 120
/** Each asset has ten downloads, twenty events and as many notifications. */
const ASSETS = { short: 1_000, long: 20_000 }
const READS = ['/workrequests', '/assets', '/projects', '/notifications']
const HEAVY = [
  '/reports/downloads?by=day',
  '/reports/turnaround',
  '/reports/risk?format=csv',
  '/search?q=trailer',
  '/downloads?q=trailer',
  '/assets?q=spot',
  '/reports/coverage?project=project-a',
]
/** All files have the same content, so that they take the space of one. */
const BYTES = Buffer.alloc(4 * 1024 * 1024, 7)
const TUS = { 'tus-resumable': '1.0.0' }

const COLUMNS: FigureColumn<Row>[] = [
  ['load', ([kind]) => kind],
  ['accepted', ([, { times }]) => String(times.length)],
  ['p50 ms', ([, { times }]) => digits(quantile(times, 0.5))],
  ['p99 ms', ([, { times }]) => digits(quantile(times, 0.99))],
  ['refused p99 ms', ([, { refusals }]) => digits(quantile(refusals, 0.99))],
  ['statuses', ([, { statuses }]) => listCounts(statuses)],
]

export const overload: Scenario = {
  name: 'overload',
  run(options) {
    let findings: FaultFindings = {}
    return runScenario(
      options,
      () => ({
        clients: { orders: 4, changes: 4, uploads: 4, reads: 4 },
        prepare: ({ databaseUrl, short }) =>
          fillStudio(databaseUrl, short ? ASSETS.short : ASSETS.long),
        async inject(installation) {
          const { refused, ...found } = await overwhelm(installation)
          findings = found
          return refused
        },
        check: async () => findings,
      }),
      { database: 'own' },
    )
  },
}

/** Returns how many requests were refused, and how many got another error. */
async function overwhelm(installation: Installation): Promise<FaultFindings & { refused: number }> {
  const { nodes, dataDir, databaseUrl, short, log } = installation
  const { pid } = nodes[0]!
  const clients = await createClients(installation)
  const before = memoryOf(pid)
  const stopWatching = watchMemory(pid)
  const readMeter = startMeter(pid, await readPostmasterPid(dataDir))
  const milliseconds = 1000 * (short ? SECONDS.short : SECONDS.long)
  const rows = await Promise.all(
    clients.map(async ([kind, attempts]): Promise<Row> => [
      kind,
      await keepBusy(attempts, milliseconds),
    ]),
  )
  const cpu = readMeter()
  log(`\n${formatTable(COLUMNS, rows)}`)
  await installation.work.finish()
  const started = performance.now()
  const isCaughtUp = await waitUntil(async () => {
    const waiting = await runOn(databaseUrl, 'select id from event where not processed limit 1')
    return waiting.length === 0
  }, SECONDS_TO_CATCH_UP)
  const statuses = rows.flatMap(([, result]) => [...result.statuses])
  const count = (isCounted: (status: string) => boolean) =>
    statuses.reduce((sum, [status, many]) => sum + (isCounted(status) ? many : 0), 0)
  return {
    refused: count((status) => status === '503'),
    failed: count((status) => !/^(20[014]|503)$/.test(status)),
    stuck: isCaughtUp ? 0 : 1,
    note: [
      `memory ${digits(before)} MB before, ${digits(stopWatching())} at most`,
      `cores: Node ${digits(cpu.service / milliseconds)}, PostgreSQL ${digits(cpu.database / milliseconds)}`,
      `notifications complete after ${digits((performance.now() - started) / 1000)} s`,
    ].join('; '),
  }
}

/** Before the load, so that every client has what it needs. */
async function createClients({
  databaseUrl,
  connection,
  fixtures,
}: Installation): Promise<[Kind, Attempt[]][]> {
  const { port } = connection
  const roles = Array.from({ length: PEOPLE }, () => 'studio')
  const people = await createPeople(databaseUrl, fixtures.a.studio._id, roles)
  // Not the person of the load, because nobody has more than fifty sessions.
  const signIn = basicAuth(fixtures.a.people.guest.email, PASSWORD).authorization
  const crowds = Object.entries(CROWD).map(async ([kind, many]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: many })
    const attempts: Attempt[] = []
    for (let index = 0; index < many; index++) {
      const authorization = kind === 'sign-in' ? signIn : authorizationOf(people[index % PEOPLE]!)
      const client = { connection: { port, agent, authorization }, index }
      attempts.push(await CLIENTS[kind as Kind]({ ...client, asset: fixtures.a.asset._id }))
    }
    return [kind as Kind, attempts] as [Kind, Attempt[]]
  })
  return Promise.all(crowds)
}

type Client = { connection: Connection; index: number; asset: string }

/** What each client repeats. */
const CLIENTS: Record<Kind, (client: Client) => Attempt | Promise<Attempt>> = {
  'sign-in':
    ({ connection }) =>
    () =>
      send(connection, '/api/session'),
  async save({ connection, asset, index }) {
    const body = { name: `crowd-${index}.bin`, asset }
    const file = await send(connection, '/api/files', { method: 'POST', body })
    const path = `/api/files/${String(parse(file)._id)}`
    let count = 0
    return () => send(connection, path, { method: 'PUT', body: { name: `${index}-${count++}` } })
  },
  read: ({ connection, index }) => takeTurns(connection, READS, index),
  heavy: ({ connection, index }) => takeTurns(connection, HEAVY, index),
  /** Registers a file, begins an upload and sends it. A refusal of any of the three is the result. */
  upload:
    ({ connection, asset }) =>
    async () => {
      const body = { name: 'overload.bin', asset }
      const file = await send(connection, '/api/files', { method: 'POST', body })
      if (file.status !== 200) return file
      const length = String(BYTES.length)
      const metadata = `file ${btoa(String(parse(file)._id))}`
      const begun = await send(connection, '/api/uploads', {
        method: 'POST',
        headers: { ...TUS, 'upload-length': length, 'upload-metadata': metadata },
      })
      if (begun.status !== 201) return begun
      const type = 'application/offset+octet-stream'
      return send(connection, begun.headers.location!, {
        method: 'PATCH',
        body: BYTES,
        headers: { ...TUS, 'upload-offset': '0', 'content-type': type },
      })
    },
}

function takeTurns(connection: Connection, paths: readonly string[], first: number): Attempt {
  let turn = first
  return () => send(connection, `/api${paths[turn++ % paths.length]!}`)
}
