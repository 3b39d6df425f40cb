// A process that sends more requests than the service can handle, and reports how it answered. The
// clients wait as Retry-After says.
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
/** Milliseconds of the accepted requests, and how often each status came. */
export type CrowdReport = Record<CrowdKind, { times: number[]; statuses: Record<string, number> }>

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

async function run(command: CrowdCommand): Promise<CrowdReport> {
  const end = performance.now() + command.seconds * 1000
  const kinds = Object.entries(command.clients) as [CrowdKind, number][]
  const reports = kinds.map(async ([kind, many]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: many })
    const report: CrowdReport[CrowdKind] = { times: [], statuses: {} }
    const clients = Array.from({ length: many }, async (_none, index) => {
      const authorization = command.authorizations[index % command.authorizations.length]!
      const connection = { port: command.port, agent, authorization }
      const attempt = await ATTEMPTS[kind]({ command, connection, index })
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
  if (isAccepted) report.times.push(performance.now() - started)
  const label = status === 503 && !retryAfter ? '503 without Retry-After' : String(status)
  report.statuses[label] = (report.statuses[label] ?? 0) + 1
  if (!isAccepted)
    await sleep(Math.max(0, Math.min(1000 * Number(retryAfter ?? 1), end - performance.now())))
}

process.once(
  'message',
  (command: CrowdCommand) =>
    void run(command).then((report) => process.send!(report, () => process.exit(0))),
)
