// npm run stress:backup [-- --size 4096 --rows 1000000]: measures backup and restore of so many MiB
// of files and rows of the audit log while the service runs, and compares the result.
import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { runAdmin, type AdminResult } from '../../api/test/admin.ts'
import { startService } from '../../api/test/service.ts'
import { openRepository } from '../../api/src/operations/backup/repository.ts'
import { connect } from '../../api/src/kernel/db/connect.ts'
import { findEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { startHashing } from '../../api/src/kernel/storage/hashing.ts'
import { createIntake } from '../../api/src/kernel/storage/intake.ts'
import { localStorage } from '../../api/src/kernel/storage/local.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '4096' },
    rows: { type: 'string', default: '1000000' },
  },
})
const [SIZE, ROWS] = [Number(values.size), Number(values.rows)]
const MEBIBYTE = 1024 * 1024
const OBJECT = 64

const home = await mkdtemp(join(tmpdir(), 'reelay-stress-'))
chmodSync(home, 0o755)
const [data, restored, backups, backupsOfRestored] = [
  'data',
  'restored',
  'backups',
  'backups-2',
].map((name) => join(home, name)) as [string, string, string, string]
const service = await startService({ DATA_DIR: data, ROLE: 'api' })
try {
  await fill(data)
  const slowest = watch(service.address)
  const first = await timed('first backup', ['backup', backups], { DATA_DIR: data })
  const wait = slowest.stop()
  await timed('second backup', ['backup', backups], { DATA_DIR: data })
  await timed('verify', ['verify', backups], {})
  await timed('restore', ['restore', backups, '--into', restored], {})
  await runAdmin(['backup', backupsOfRestored], { DATA_DIR: restored })
  const [before, after] = [
    await openRepository(backups).get(),
    await openRepository(backupsOfRestored).get(),
  ]
  const equal =
    JSON.stringify([before.tables, before.objects, before.sequences]) ===
    JSON.stringify([after.tables, after.objects, after.sequences])
  console.log(
    `rows ${first.done.rows}, objects ${first.done.objects}; /readyz responded within ${wait.toFixed(0)} ms during the backup; restored ${equal ? 'equal' : 'NOT EQUAL'}`,
  )
  process.exitCode = equal ? 0 : 1
} finally {
  service.signal('SIGTERM')
  await service.ended
  await rm(home, { recursive: true, force: true })
}

async function timed(
  what: string,
  words: string[],
  env: Record<string, string>,
): Promise<AdminResult> {
  const startedAt = performance.now()
  const result = await runAdmin(words, env)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${what.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${(SIZE / seconds).toFixed(0).padStart(5)} MiB/s  ${result.refused ?? (result.findings.length ? JSON.stringify(result.findings) : '')}`,
  )
  return result
}

/** Inserts audit rows, usually the largest table, and files. */
async function fill(dataDir: string) {
  const db = connect((await findEmbedded(dataDir))!, { size: 1 })
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    insert into audit (by_name, act, about_kind, about_id, about_name, asked, address)
    select
      'Ingrid Aronsdóttir', 'PUT /workrequests/:id', 'workrequests', new_id(),
      'International trailer B',
      jsonb_build_object('status', 'in-progress', 'reason', md5(n::text)),
      '203.0.113.9'
    from generate_series(1, ${ROWS}::int) n`.execute(db)
  const {
    rows: [person],
  } = await sql<{ id: string }>`select id from person limit 1`.execute(db)
  await sql`insert into studio (id, slug, name, settings) values ('s', 's', 's', '{}')`.execute(db)
  await sql`insert into project (id, studio_id, slug, name) values ('p', 's', 'p', 'p')`.execute(db)
  await sql`
    insert into asset (
      id, studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase
    )
    select
      'a', 's', 'p', (select id from asset_type limit 1), 'a', 'a', 'video',
      (select id from workflow limit 1), 'WIP'`.execute(db)
  const hashing = startHashing()
  const intake = createIntake(localStorage(dataDir), hashing)
  for (let done = 0; done < SIZE; done += OBJECT) {
    const { key, length } = await intake.put(
      (async function* () {
        for (let at = 0; at < OBJECT; at++) yield randomBytes(MEBIBYTE)
      })(),
    )
    await sql`
      insert into file (studio_id, project_id, asset_id, owner_id, name, length, sha256)
      values ('s', 'p', 'a', ${person!.id}, 'stress.bin', ${length}, ${key})`.execute(db)
  }
  await hashing.stop()
  await db.destroy()
}

/** Measures the slowest response of the service until it is stopped. */
function watch(address: string): { stop: () => number } {
  let slowest = 0
  const timer = setInterval(() => {
    const startedAt = performance.now()
    void fetch(`${address}/readyz`).then(
      () => (slowest = Math.max(slowest, performance.now() - startedAt)),
    )
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return slowest
    },
  }
}
