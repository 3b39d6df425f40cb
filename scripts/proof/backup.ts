// npm run proof:backup [-- --size 4096 --rows 1000000]: how long it takes to back an installation
// up and to have it back, in MiB of files and rows of its audit,
// while the service runs and answers; and whether all of it is back.
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

const home = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
chmodSync(home, 0o755)
const [data, restored, shelf, again] = ['data', 'restored', 'shelf', 'again'].map((name) =>
  join(home, name),
) as [string, string, string, string]
const service = await startService({ DATA_DIR: data, ROLE: 'api' })
try {
  await fill(data)
  const slowest = watch(service.address)
  const first = await timed('first backup', ['backup', shelf], { DATA_DIR: data })
  const wait = slowest.stop()
  await timed('second backup', ['backup', shelf], { DATA_DIR: data })
  await timed('verify', ['verify', shelf], {})
  await timed('restore', ['restore', shelf, '--into', restored], {})
  await runAdmin(['backup', again], { DATA_DIR: restored })
  const [before, after] = [await openRepository(shelf).get(), await openRepository(again).get()]
  const equal =
    JSON.stringify([before.tables, before.objects, before.sequences]) ===
    JSON.stringify([after.tables, after.objects, after.sequences])
  console.log(
    `rows ${first.done.rows}, objects ${first.done.objects}; /readyz answered within ${wait.toFixed(0)} ms all the while; restored ${equal ? 'equal' : 'NOT EQUAL'}`,
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
  const began = performance.now()
  const answer = await runAdmin(words, env)
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${what.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${(SIZE / seconds).toFixed(0).padStart(5)} MiB/s  ${answer.refused ?? (answer.findings.length ? JSON.stringify(answer.findings) : '')}`,
  )
  return answer
}

/** Rows of the audit, which every installation has most of, and as many files as it takes. */
async function fill(dataDir: string) {
  const db = connect((await findEmbedded(dataDir))!, { size: 1 })
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    insert into audit (by_name, act, about_kind, about_id, about_name, asked, address)
    select 'Ingrid Aronsdóttir', 'PUT /workrequests/:id', 'workrequests', new_id(), 'International trailer B', jsonb_build_object('status', 'in-progress', 'reason', md5(n::text)), '203.0.113.9' from generate_series(1, ${ROWS}::int) n`.execute(
    db,
  )
  const {
    rows: [person],
  } = await sql<{ id: string }>`select id from person limit 1`.execute(db)
  await sql`insert into studio (id, slug, name, settings) values ('s', 's', 's', '{}')`.execute(db)
  await sql`insert into project (id, studio_id, slug, name) values ('p', 's', 'p', 'p')`.execute(db)
  await sql`insert into asset (id, studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase) select 'a', 's', 'p', (select id from asset_type limit 1), 'a', 'a', 'video', (select id from workflow limit 1), 'WIP'`.execute(
    db,
  )
  const hashing = startHashing()
  const intake = createIntake(localStorage(dataDir), hashing)
  for (let done = 0; done < SIZE; done += OBJECT) {
    const { key, length } = await intake.put(
      (async function* () {
        for (let at = 0; at < OBJECT; at++) yield randomBytes(MEBIBYTE)
      })(),
    )
    await sql`insert into file (studio_id, project_id, asset_id, owner_id, name, length, sha256) values ('s', 'p', 'a', ${person!.id}, 'proof.bin', ${length}, ${key})`.execute(
      db,
    )
  }
  await hashing.stop()
  await db.destroy()
}

/** The longest that the service took to answer while somebody else was at work. */
function watch(address: string): { stop: () => number } {
  let slowest = 0
  const timer = setInterval(() => {
    const began = performance.now()
    void fetch(`${address}/readyz`).then(
      () => (slowest = Math.max(slowest, performance.now() - began)),
    )
  }, 100)
  return { stop: () => (clearInterval(timer), slowest) }
}
