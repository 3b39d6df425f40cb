// Cuts the power of the disk with the data folder: whatever was not synced is gone. The disk is a
// file system in a file, so this needs root and Linux.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import { readPostmasterPid } from '../../api/test/service.ts'
import { runScenario, type Faults, type Installation, type FaultPlace } from './installation.ts'
import type { Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'
import { waitForWrites } from './workload.ts'

const DISK_BYTES = 3 * 1024 ** 3
/** A cut before anything was acknowledged would prove nothing. */
const WRITES_BEFORE_CUT = 20

/** Otherwise only what was acknowledged in the last 200 ms is not on the disk. */
const LATE_FLUSH = [`wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`]

/** `unsafe` is a setting of PostgreSQL that gives up durability: the control. */
export const powerCut = (unsafe?: 'fsync' | 'synchronous_commit'): Scenario => ({
  name: unsafe ? `control: power cut, ${unsafe} off` : 'power cuts',
  isControl: unsafe !== undefined,
  unavailable: () =>
    process.getuid?.() !== 0
      ? 'needs root'
      : ['mkfs.ext4', 'losetup', 'xfs_io'].map(missingProgram).find(Boolean),
  run: (options) => runScenario(options, (place) => cutPower(place, unsafe), { database: 'own' }),
})

const missingProgram = (name: string) =>
  spawnSync('which', [name]).status === 0 ? undefined : `${name} is not installed`

function cutPower({ folder, dataDir, after }: FaultPlace, unsafe: string | undefined): Faults {
  const image = join(folder, 'disk.img')
  writeFileSync(image, '')
  truncateSync(image, DISK_BYTES)
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  const mount = () => execFileSync('mount', ['-o', 'loop', image, dataDir])
  mount()
  after(async () => {
    spawnSync('fuser', ['-k', '-m', dataDir])
    await unmount(dataDir)
  })
  chmodSync(dataDir, 0o755)
  return {
    async prepare({ databaseUrl }) {
      for (const setting of unsafe ? [`${unsafe} = off`, ...LATE_FLUSH] : [])
        await runOn(databaseUrl, `alter system set ${setting}`)
      await runOn(databaseUrl, 'select pg_reload_conf()')
      // The fixtures were copied without it.
      execFileSync('sync', ['-f', dataDir])
    },
    async inject(installation) {
      const { work, random, restart, short, log } = installation
      const cuts = unsafe ? 1 : short ? 2 : 10
      for (let cut = 0; cut < cuts; cut++) {
        await waitForWrites(work, WRITES_BEFORE_CUT)
        await sleep(2_000 + random.integerBelow(2_000))
        log(`${work.ledger.orders.size} orders; power cut`)
        await cutOnce(installation)
        await unmount(dataDir)
        mount()
        await restart()
      }
      return cuts
    },
  }
}

async function cutOnce({ nodes, dataDir }: Installation) {
  const postmaster = await readPostmasterPid(dataDir)
  // Nobody gets a response any more, not even that the disk is gone.
  nodes[0]!.signal('SIGKILL')
  // Without flushing the log: what was not synced is gone.
  spawnSync('xfs_io', ['-x', '-c', 'shutdown', dataDir])
  spawnSync('kill', ['-9', String(postmaster)])
  spawnSync('fuser', ['-k', '-m', dataDir])
  await nodes[0]!.ended
}

/** The kernel may hold it for a moment after its processes have ended. */
async function unmount(mountPoint: string) {
  if (!(await waitUntil(() => spawnSync('umount', [mountPoint]).status === 0, 10)))
    throw new Error(`${mountPoint} cannot be unmounted`)
}
