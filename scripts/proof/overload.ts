// More clients than the service can handle: hundreds read, search, sign in, save and upload at once.
// Everything that was acknowledged must be there, refusals must say when to try again, and the
// background jobs must catch up.
import { fork } from 'node:child_process'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import { readPostmasterPid } from '../../api/test/service.ts'
import { createDownloads } from '../bench/download-fixtures.ts'
import { createPeople } from '../bench/live-updates.ts'
import { cpuOf, cpuOfTree, memoryOf } from '../bench/process-usage.ts'
import type { CrowdCommand, CrowdKind, CrowdMessage, CrowdReport } from './overload-clients.ts'
import type { Scenario } from './scenario.ts'
import { send } from './send.ts'
import { runSingleNode, type FaultFindings, type NodeUnderFaults } from './single-node.ts'

const CROWD = { 'sign-in': 25, save: 75, read: 300, heavy: 100 }
const UPLOADS = 500
const PEOPLE = 100
const DOWNLOADS = 200_000
const SETTLE_SECONDS = 30

export const overload: Scenario = {
  name: 'overload',
  run: (options) => {
    let findings: FaultFindings = {}
    return runSingleNode(
      options,
      async () => ({
        clients: { orders: 4, changes: 4, uploads: 4, reads: 4 },
        async inject(node) {
          const { refused, ...found } = await overwhelm(node)
          findings = found
          return refused
        },
        check: async () => findings,
      }),
      { isEmbedded: true },
    )
  },
}

/** Returns how many requests were refused, and how many got another error. */
async function overwhelm(node: NodeUnderFaults): Promise<FaultFindings & { refused: number }> {
  const { databaseUrl, service, target, short, log } = node
  await createDownloads(databaseUrl, target.studio, DOWNLOADS)
  const authorizations = await createPeople(databaseUrl, target, PEOPLE)
  const command: Omit<CrowdCommand, 'clients'> = {
    port: service.port,
    seconds: short ? 20 : 60,
    authorizations,
    signIn: await createSignIn(node),
    asset: target.asset,
    project: 'proof',
  }
  const before = memoryOf(service.pid)
  const watch = watchService(node)
  const none = { 'sign-in': 0, save: 0, read: 0, heavy: 0, upload: 0 }
  const crowds = await Promise.all([
    prepareCrowd({ ...command, clients: { ...none, ...CROWD } }),
    prepareCrowd({ ...command, clients: { ...none, upload: UPLOADS } }),
  ])
  const usage = await startUsage(node)
  const [crowd, uploads] = await Promise.all(crowds.map((start) => start()))
  const report: CrowdReport = { ...crowd!.report, upload: uploads!.report.upload }
  const cpu = usage(crowd!.cpu + uploads!.cpu)
  log(cpu)
  await node.work.finish()
  const recovered = await watch.waitForJobs()
  await sleep(short ? 0 : SETTLE_SECONDS * 1000)
  const { peak } = watch.stop()
  for (const kind of Object.keys(report) as CrowdKind[]) log(`${kind}: ${describe(report[kind])}`)
  const statuses = Object.values(report).flatMap((one) => Object.entries(one.statuses))
  const count = (isCounted: (status: string) => boolean) =>
    statuses.reduce((sum, [status, many]) => sum + (isCounted(status) ? many : 0), 0)
  return {
    refused: count((status) => status === '503'),
    failed: count((status) => !/^(20[014]|503)$/.test(status)),
    note: [
      `memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${memoryOf(service.pid).toFixed(0)} after`,
      cpu,
      ...(['sign-in', 'save'] as const).map((kind) => `${kind} ${percentiles(report[kind].times)}`),
      `refusals ${percentiles(Object.values(report).flatMap(({ refusals }) => refusals))}`,
      `notifications complete after ${recovered.toFixed(1)} s`,
    ].join('; '),
  }
}

/** A person has at most fifty sessions, so the load and the crowd sign in as different people. */
async function createSignIn({ service, target }: NodeUnderFaults): Promise<string> {
  const agent = new Agent()
  const { authorization, studio } = target
  const [emailNormal, password] = ['crowd@proof.example', 'Measured-twice-cut-once-7']
  const { status } = await send({ port: service.port, agent, authorization }, 'POST', '/users', {
    body: { emailNormal, name: 'Crowd', password, roles: ['studio'], studios: [studio] },
  })
  if (status !== 200) throw new Error(`The person of the crowd was not created: ${status}`)
  return `Basic ${Buffer.from(`${emailNormal}:${password}`).toString('base64')}`
}

/** The returned function describes the CPU time since then; the clients have reported theirs. */
async function startUsage({ dataDir, service }: NodeUnderFaults) {
  const postmaster = await readPostmasterPid(dataDir)
  const started = performance.now()
  const [service0, database0] = [cpuOf(service.pid), cpuOfTree(postmaster)]
  return (clients: number) => {
    const seconds = (performance.now() - started) / 1000
    const cores = (microseconds: number) => (microseconds / 1e6 / seconds).toFixed(2)
    return `cores used in ${seconds.toFixed(0)} s: service ${cores(cpuOf(service.pid) - service0)}, PostgreSQL ${cores(cpuOfTree(postmaster) - database0)}, clients ${cores(clients * 1e6)}`
  }
}

type FinishedCrowd = Extract<CrowdMessage, { report: unknown }>

/** In a process of its own. Resolves to a function that starts the load. */
async function prepareCrowd(command: CrowdCommand): Promise<() => Promise<FinishedCrowd>> {
  const child = fork(fileURLToPath(new URL('overload-clients.ts', import.meta.url)))
  const send = (message: object) =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`The clients ended with ${code}`)))
      child.send(message)
    })
  await send(command)
  return () => send({ start: true }) as Promise<FinishedCrowd>
}

const percentiles = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0) ?? '–'
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

const describe = ({ times, refusals, statuses }: CrowdReport[CrowdKind]) =>
  `${times.length} accepted, ${percentiles(times)}; refused ${percentiles(refusals)}; ${Object.entries(
    statuses,
  )
    .map(([status, many]) => `${many} × ${status === '0' ? 'no response' : status}`)
    .join(', ')}`

type Backlog = { created: number; waiting: number; lag: number }

/** Samples the memory, and logs the events, those without notifications, and the age of the oldest. */
function watchService({ databaseUrl, service, log }: NodeUnderFaults) {
  const started = performance.now()
  let peak = 0
  const memory = setInterval(() => (peak = Math.max(peak, memoryOf(service.pid))), 250)
  const read = async () =>
    (
      await runOn<Backlog>(
        databaseUrl,
        `select count(*)::int as created, count(*) filter (where not processed)::int as waiting,
          coalesce(extract(epoch from now() - min(created_at) filter (where not processed)), 0)::float8
            as lag from event`,
      )
    )[0]!
  const tell = ({ created, waiting, lag }: Backlog) =>
    log(
      `after ${((performance.now() - started) / 1000).toFixed(0)} s: ${created} events, ${waiting} wait, the oldest for ${lag.toFixed(1)} s; ${memoryOf(service.pid).toFixed(0)} MB`,
    )
  const backlog = setInterval(() => void read().then(tell, () => {}), 5_000)
  return {
    /** Seconds until every event has its notifications. */
    async waitForJobs() {
      const began = performance.now()
      while ((await read()).waiting > 0) await sleep(200)
      return (performance.now() - began) / 1000
    },
    stop() {
      clearInterval(memory)
      clearInterval(backlog)
      return { peak }
    },
  }
}
