// The clock jumps by a day, forward and back, with libfaketime: of the node, or of the whole machine
// with PostgreSQL.
import { chmodSync, globSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import type { ProofOptions, ProofResult, Scenario } from './scenario.ts'
import { runSingleNode, waitForWrites, type FaultFindings } from './single-node.ts'

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

async function jump(isMachine: boolean, options: ProofOptions): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-clock-'))
  const clock = join(folder, 'clock')
  const set = (offset: string) => writeFileSync(clock, `${offset}\n`)
  set('+0')
  const env = {
    LD_PRELOAD: findLibrary()!,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    // Timers do not depend on the wall clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  chmodSync(folder, 0o755)
  // PostgreSQL inherits it when it is started.
  if (isMachine) Object.assign(process.env, env)
  try {
    return await runSingleNode(options, async () => {
      for (const name of Object.keys(env)) delete process.env[name]
      return {
        env,
        async inject({ random, work, short, log, databaseUrl }) {
          const many = short ? JUMPS.length : 10 * JUMPS.length
          for (let number = 0; number < many; number++) {
            await waitForWrites(work, 10 + random.below(20))
            const offset = JUMPS[number % JUMPS.length]!
            log(`${work.count()} requests; clock ${offset}`)
            set(offset)
            await sleep(UNTIL_READ_MS)
            if (isMachine) await requireOffset(databaseUrl, offset)
          }
          await waitForWrites(work, 20)
          return many
        },
        check: ({ databaseUrl }) => findDelayedJobs(databaseUrl),
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Otherwise the proof would prove nothing. */
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
  const isDelayed = `dead_at is null and run_at > now() + interval '12 hours'`
  let delayed: { kind: string }[] = []
  for (let second = 0; second < SECONDS_TO_RESCHEDULE; second++) {
    delayed = await runOn<{ kind: string }>(url, `select kind from job where ${isDelayed}`)
    if (delayed.length === 0) return {}
    await sleep(1_000)
  }
  return { failed: delayed.length, note: `delayed: ${delayed.map(({ kind }) => kind).join(', ')}` }
}
