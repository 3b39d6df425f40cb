// A process that sends more requests than the service can handle, and reports how it answered. The
// clients wait as Retry-After says.
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, parse, type ProofConnection, type ProofResponse } from './send.ts'
import { uploadOnce } from './overload-upload.ts'

export type CrowdCommand = {
  port: number
  seconds: number
  /** For each kind of client, how many there are. */
  clients: Record<CrowdKind, number>
  authorizations: readonly string[]
  /** Email and password, for sign-in. */
  signIn: string
  asset: string
  project: string
}
export type CrowdKind = 'sign-in' | 'save' | 'read' | 'heavy' | 'upload'
/** Milliseconds of accepted and of refused requests, and how often each status came. */
export type CrowdReport = Record<
  CrowdKind,
  { times: number[]; refusals: number[]; statuses: Record<string, number> }
>
/** `cpu`: the seconds that the process itself needed for the load. */
export type CrowdMessage = { ready: true } | { report: CrowdReport; cpu: number }

type Attempt = () => Promise<ProofResponse>
type Client = { command: CrowdCommand; connection: ProofConnection; index: number }

const READS = ['/workrequests', '/assets', '/projects', '/notifications']
const HEAVY = [
  '/reports/downloads?by=day',
  '/reports/turnaround',
  '/reports/risk?format=csv',
  '/search?q=trailer',
  '/downloads?q=poster',
  '/assets?q=spot',
]

/** What each client repeats. */
const ATTEMPTS: Record<CrowdKind, (client: Client) => Promise<Attempt> | Attempt> = {
  'sign-in':
    ({ connection, command }) =>
    () =>
      send({ ...connection, authorization: command.signIn }, 'GET', '/session'),
  async save({ connection, command: { asset }, index }) {
    const body = { name: `crowd-${index}.bin`, asset }
    const file = await sendUntilAccepted(() => send(connection, 'POST', '/files', { body }))
    let count = 0
    return () =>
      send(connection, 'PUT', `/files/${String(parse(file)._id)}`, {
        body: { name: `crowd-${index}-${count++}` },
      })
  },
  read({ connection, index }) {
    let count = index
    return () => send(connection, 'GET', READS[count++ % READS.length]!)
  },
  heavy({ connection, command: { project }, index }) {
    const paths = [...HEAVY, `/reports/coverage?project=${project}`]
    let count = index
    return () => send(connection, 'GET', paths[count++ % paths.length]!)
  },
  upload: ({ connection, command: { asset } }) => uploadOnce(connection, asset),
}

async function sendUntilAccepted(attempt: Attempt): Promise<ProofResponse> {
  for (;;) {
    const answer = await attempt()
    if (answer.status === 200) return answer
    await sleep(1000 * Number(answer.retryAfter ?? 1))
  }
}

type Crowd = { kind: CrowdKind; agent: Agent; attempts: Attempt[] }

/** Before the load, so that every client has what it needs. */
async function prepare(command: CrowdCommand): Promise<Crowd[]> {
  const crowds: Crowd[] = []
  for (const [kind, many] of Object.entries(command.clients) as [CrowdKind, number][]) {
    const agent = new Agent({ keepAlive: true, maxSockets: many })
    const attempts: Attempt[] = []
    for (let index = 0; index < many; index++) {
      const authorization = command.authorizations[index % command.authorizations.length]!
      const connection = { port: command.port, agent, authorization }
      attempts.push(await ATTEMPTS[kind]({ command, connection, index }))
    }
    crowds.push({ kind, agent, attempts })
  }
  return crowds
}

async function run(crowds: Crowd[], seconds: number): Promise<CrowdReport> {
  const end = performance.now() + seconds * 1000
  const reports = crowds.map(async ({ kind, agent, attempts }) => {
    const report: CrowdReport[CrowdKind] = { times: [], refusals: [], statuses: {} }
    const clients = attempts.map(async (attempt) => {
      while (performance.now() < end) await repeat(attempt, report, end)
    })
    await Promise.all(clients)
    agent.destroy()
    return [kind, report] as const
  })
  return Object.fromEntries(await Promise.all(reports)) as CrowdReport
}

async function repeat(attempt: Attempt, report: CrowdReport[CrowdKind], end: number) {
  const started = performance.now()
  const { status, retryAfter } = await attempt()
  const isAccepted = status >= 200 && status < 300
  const milliseconds = performance.now() - started
  if (isAccepted) report.times.push(milliseconds)
  else if (status === 503) report.refusals.push(milliseconds)
  const label = status === 503 && !retryAfter ? '503 without Retry-After' : String(status)
  report.statuses[label] = (report.statuses[label] ?? 0) + 1
  if (!isAccepted)
    await sleep(Math.max(0, Math.min(1000 * Number(retryAfter ?? 1), end - performance.now())))
}

const tell = (message: CrowdMessage) =>
  new Promise<void>((resolve) => process.send!(message, () => resolve()))

const [command] = (await once(process, 'message')) as [CrowdCommand]
const crowds = await prepare(command)
const started = once(process, 'message')
await tell({ ready: true })
await started
const before = process.cpuUsage()
const report = await run(crowds, command.seconds)
const { user, system } = process.cpuUsage(before)
await tell({ report, cpu: (user + system) / 1e6 })
process.exit(0)
