// The clock jumps by a day, forward and back, with libfaketime: of the node, or of the whole machine
// with PostgreSQL.
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import {
  createFolder,
  prepareTemplate,
  runScenario,
  type FaultFindings,
  type Installation,
} from './installation.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'
import { waitForWrites } from './workload.ts'

const findLibrary = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
const JUMPS = ['+1d', '+0', '-1d', '+0']
/** libfaketime reads the file every second. */
const UNTIL_READ_MS = 2_000
const SECONDS_TO_RESCHEDULE = 30

export const clockJumps = (of: 'the node' | 'the machine'): Scenario => ({
  name: `clock jumps of ${of}`,
  unavailable: () => (findLibrary() ? undefined : 'libfaketime is not installed'),
  run: (options) => jump(of === 'the machine', options),
})

async function jump(isMachine: boolean, options: RunOptions) {
  await using cleanups = new AsyncDisposableStack()
  const clock = join(await createFolder(cleanups), 'clock')
  const set = (offset: string) => writeFileSync(clock, `${offset}\n`)
  set('+0')
  const env = {
    LD_PRELOAD: findLibrary()!,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    // Timers do not depend on the wall clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  await prepareTemplate()
  // PostgreSQL inherits it when it is started.
  if (isMachine) Object.assign(process.env, env)
  return await runScenario(options, () => {
    for (const name of Object.keys(env)) delete process.env[name]
    const inject = (installation: Installation) => jumpRepeatedly(installation, set, isMachine)
    return { env, inject, check: ({ databaseUrl }) => findDelayedJobs(databaseUrl) }
  })
}

async function jumpRepeatedly(
  { random, work, short, log, databaseUrl }: Installation,
  set: (offset: string) => void,
  isMachine: boolean,
) {
  const many = short ? JUMPS.length : 10 * JUMPS.length
  for (let number = 0; number < many; number++) {
    await waitForWrites(work, 10 + random.integerBelow(20))
    const offset = JUMPS[number % JUMPS.length]!
    log(`${work.count()} requests; clock ${offset}`)
    set(offset)
    await sleep(UNTIL_READ_MS)
    if (isMachine) await requireOffset(databaseUrl, offset)
  }
  await waitForWrites(work, 20)
  return many
}

/** Otherwise the scenario would prove nothing. */
async function requireOffset(url: string, offset: string) {
  const [row] = await runOn<{ ahead: number }>(
    url,
    `select round((extract(epoch from now()) - ${Date.now() / 1000}) / 86400)::int as ahead`,
  )
  if (row!.ahead !== Number(offset.replace('d', '')))
    throw new Error(`The clock of PostgreSQL is ${row!.ahead} days ahead instead of ${offset}`)
}

/** A recurring job that was scheduled while the clock was ahead must not wait for that time. */
async function findDelayedJobs(url: string): Promise<FaultFindings> {
  let kinds: string[] = []
  const isOnTime = async () => {
    const rows = await runOn<{ kind: string }>(
      url,
      `select kind from job where dead_at is null and run_at > now() + interval '12 hours'`,
    )
    kinds = rows.map(({ kind }) => kind)
    return kinds.length === 0
  }
  if (await waitUntil(isOnTime, SECONDS_TO_RESCHEDULE)) return {}
  return { failed: kinds.length, note: `delayed: ${kinds.join(', ')}` }
}
