// A PostgreSQL that archives its WAL, and the restore of docs/run/point-in-time.md: a base backup
// and the archived WAL, up to a moment.
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { appendFile, chmod, chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded, type Embedded } from '../src/kernel/db/embedded.ts'
import { runOn } from './standby.ts'

// Nothing cuts the power here, so the servers need not wait for the disk.
const durable = false

export type ArchivingDatabase = {
  server: Embedded
  archive: string
  /** While the server runs, with the functions that `pg_basebackup` uses too. */
  takeBaseBackup: (into: string) => Promise<void>
  /** Returns when everything written so far is in the archive. */
  archiveEverything: () => Promise<void>
}

/** `folder` must be readable for the user of PostgreSQL. */
export async function startArchiving(folder: string): Promise<ArchivingDatabase> {
  const [dataDir, archive] = [join(folder, 'primary'), join(folder, 'archive')]
  const first = await startEmbedded({ dataDir, durable })
  mkdirSync(archive)
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(archive, uid, gid)
  for (const setting of [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    `archive_timeout = '1min'`,
  ])
    await runOn(first.url, `alter system set ${setting}`)
  await first.stop()
  const server = await startEmbedded({ dataDir, durable })
  return {
    server,
    archive,
    takeBaseBackup: (into) => takeBaseBackup(server.url, dataDir, into),
    async archiveEverything() {
      const [last] = await runOn<{ name: string }>(
        server.url,
        'select pg_walfile_name(pg_switch_wal()) as name',
      )
      while (!(await readdir(archive)).includes(last!.name)) await sleep(20)
    },
  }
}

async function takeBaseBackup(url: string, dataDir: string, into: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', fast => true)`)
    await mkdir(into)
    await copyFile(join(dataDir, 'postgres.secret'), join(into, 'postgres.secret'))
    await copyChanging(join(dataDir, 'postgres'), join(into, 'postgres'))
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    )
    await writeOwned(join(into, 'postgres', 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
}

const isLeftOut = (name: string) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')

/** Files may change or vanish meanwhile. The WAL of the copy repairs that. */
async function copyChanging(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = statSync(from)
  await mkdir(to)
  await chown(to, uid, gid)
  await chmod(to, mode)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyChanging(source, target)
    // The WAL comes from the archive.
    else if (!isLeftOut(entry.name) && !from.includes('/pg_wal'))
      await copyFile(source, target)
        .then(() => chown(target, uid, gid))
        .catch(ignoreVanished)
  }
}

function ignoreVanished(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

async function writeOwned(path: string, text: string) {
  await writeFile(path, text)
  const { uid, gid } = statSync(join(path, '..'))
  await chown(path, uid, gid)
}

/** Returns when the server has reached the moment and accepts writes. */
export async function recoverTo(
  moment: string,
  { dataDir, archive }: { dataDir: string; archive: string },
): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  )
  await writeOwned(join(cluster, 'recovery.signal'), '')
  const server = await startEmbedded({ dataDir, durable })
  for (;;) {
    const [state] = await runOn<{ waiting: boolean }>(
      server.url,
      'select pg_is_in_recovery() as waiting',
    )
    if (!state!.waiting) return server
    await sleep(50)
  }
}
