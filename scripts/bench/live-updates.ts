// Measures how long an event takes to reach all listeners, and what it costs. Most listeners work for
// the studio, some for a vendor.
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { workrequests } from '@reelay/api/contract'
import pg from 'pg'
import { digestSecret } from '../../api/src/kernel/http/auth/secret.ts'
import { readPostmasterPid, type TestService } from '../../api/test/service.ts'
import { DEFAULT_PREFERENCES } from '../../api/src/users/rules/user.ts'
import type { BenchFixtures } from './fixtures.ts'
import type { ListenerCommand, ListenerReport } from './listener-process.ts'
import { cpuOf, cpuOfTree, memoryOf } from './process-usage.ts'
import { median } from './median.ts'

export type LiveUpdateFigures = {
  listeners: number
  /** From the response of the change to the last listener, in milliseconds. */
  milliseconds: number
  slowest: number
  /** Microseconds for each listener and event. */
  serviceCpu: number
  databaseCpu: number
  /** Of the service, in megabytes. */
  memory: number
}

const VENDOR_SHARE = 200
const CHANGES = 9

export async function measureLiveUpdates({
  dataDir,
  databaseUrl,
  service,
  filled,
  listeners,
  log,
}: {
  dataDir: string
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
  listeners: number
  log: (message: string) => void
}): Promise<LiveUpdateFigures> {
  log(`Opening ${listeners} event streams`)
  const { arrivals, close } = await openListeners({ databaseUrl, service, filled, listeners })
  try {
    const postmaster = await readPostmasterPid(dataDir)
    const cpu = () => ({ service: cpuOf(service.pid), database: cpuOfTree(postmaster) })
    const times: number[] = []
    await change(filled, arrivals)
    const before = cpu()
    let events = 0
    for (let turn = 0; turn < CHANGES; turn++) {
      const { milliseconds, received } = await change(filled, arrivals)
      times.push(milliseconds)
      events += received
    }
    const after = cpu()
    return {
      listeners,
      milliseconds: median(times),
      slowest: Math.max(...times),
      serviceCpu: (after.service - before.service) / listeners / events,
      databaseCpu: (after.database - before.database) / listeners / events,
      memory: memoryOf(service.pid),
    }
  } finally {
    close()
  }
}

export async function openListeners({
  databaseUrl,
  service: { port },
  filled,
  listeners,
}: {
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
  listeners: number
}): Promise<{ arrivals: Arrivals; close: () => void }> {
  const authorizations = await createPeople(databaseUrl, filled, listeners)
  const child = fork(fileURLToPath(new URL('listener-process.ts', import.meta.url)))
  return {
    arrivals: await openStreams(child, { port, authorizations }),
    close: () => void child.kill(),
  }
}

/** Inserts people with tokens. Signing in would take 70 seconds. */
export async function createPeople(
  url: string,
  filled: Pick<BenchFixtures, 'studio'>,
  many: number,
): Promise<string[]> {
  const people = Array.from({ length: many }, (_none, index) => ({
    email: `listener-${index}@northlight.example`,
    role: index % VENDOR_SHARE ? 'studio' : 'vendor',
    token: randomBytes(32).toString('base64url'),
  }))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(PEOPLE, [
    filled.studio,
    JSON.stringify(DEFAULT_PREFERENCES),
    JSON.stringify(people.map((person) => ({ ...person, digest: digestSecret(person.token) }))),
  ])
  await client.query('analyze')
  await client.end()
  return people.map(
    ({ email, token }) => `Basic ${Buffer.from(`${email}:token-${token}`).toString('base64')}`,
  )
}

const PEOPLE = `
  with given as (
    select * from jsonb_to_recordset($3) as given (email text, role text, digest text)),
  people as (
    insert into person (email, name, invited, approved, registered, confirmed, preferences)
    select email, email, true, true, true, true, $2::jsonb from given returning id, email),
  members as (
    insert into membership (person_id, studio_id, roles)
    select id, $1, array[role] from people join given using (email)),
  grouped as (
    insert into group_person (person_id, group_id)
    select people.id, gs.group_id from people join given using (email), group_studio gs
    where gs.studio_id = $1 and role = 'vendor')
  insert into token (person_id, digest) select id, digest from people join given using (email)`

type Arrivals = { next: () => Promise<{ event: string; received: number }> }

async function openStreams(child: ChildProcess, command: ListenerCommand): Promise<Arrivals> {
  const reports: { event: string; received: number }[] = []
  let wake = () => {}
  const opened = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process of the listeners has ended')))
    child.on('message', (report: ListenerReport) => {
      if ('opened' in report) return resolve()
      reports.push(report)
      wake()
    })
  })
  await once(child, 'spawn')
  child.send(command)
  await opened
  return {
    async next() {
      while (reports.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return reports.shift()!
    },
  }
}

/** The events of an order: it was submitted, and it awaits materials. */
const EVENTS = 2

async function change({ reader, order }: BenchFixtures, arrivals: Arrivals) {
  await reader.call(workrequests.createWorkRequest, { body: { ...order, status: 'submitted' } })
  const responded = performance.timeOrigin + performance.now()
  let received = responded
  for (let event = 0; event < EVENTS; event++) ({ received } = await arrivals.next())
  return { milliseconds: received - responded, received: EVENTS }
}
