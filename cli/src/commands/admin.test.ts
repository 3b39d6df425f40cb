import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { setupCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

/** An installation with an external database, and a folder for its backups. */
async function setup(t: TestContext) {
  const { url, db, reelay } = await setupCli(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-admin-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const folder = join(home, 'backups')
  return {
    db,
    home,
    folder,
    admin: (...words: string[]) =>
      reelay(['admin', ...words], [], { DATABASE_URL: url, DATA_DIR: join(home, 'data') }),
  }
}

test('creates and verifies a backup, and audits it', async (t) => {
  const { admin, folder, db } = await setup(t)
  const created = await admin('backup', folder, '--keep', '3')
  assert.deepEqual([created.code, /^Rows +\d+/m.test(created.out), created.err], [0, true, ''])
  const verified = await admin('verify', folder, '--json')
  const { backup, findings } = JSON.parse(verified.out) as { backup: string; findings: unknown[] }
  assert.deepEqual([verified.code, created.out.includes(backup), findings], [0, true, []])
  const { rows } = await sql<{
    about: string
    asked: { folder: string; account: string }
  }>`select about_id as about, asked from audit where act = 'admin backup'`.execute(db)
  assert.deepEqual(
    rows.map(({ about, asked }) => [about, asked.folder, typeof asked.account]),
    [[backup, folder, 'string']],
  )
})

test('reports a damaged backup and what to do about it', async (t) => {
  const { admin, folder } = await setup(t)
  const { backup } = JSON.parse((await admin('backup', folder, '--json')).out) as { backup: string }
  const path = join(folder, 'backups', backup, 'person.zst')
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
  const { code, out, err } = await admin('verify', folder)
  assert.deepEqual([code, err], [EXIT_CODES.checkFailed.code, 'reelay: Found 1 problem.\n'])
  assert.match(out, /^ERROR +table +.*person\.zst: it.*\n +→ This backup cannot be restored/m)
})

test('doctor reports problems of an installation as a table and as JSON', async (t) => {
  const { admin, db } = await setup(t)
  await sql`
    insert into job (kind, payload, dead_at, error)
    values ('process-media', '{}', now(), 'no such film')`.execute(db)
  const { code, out } = await admin('doctor')
  assert.equal(code, EXIT_CODES.checkFailed.code)
  assert.match(out, /^ERROR +durability +fsync is off.*\n +→ Set fsync to on/m)
  assert.match(out, /^warning +jobs +1 .*no such film/m)
  const { findings } = JSON.parse((await admin('doctor', '--json')).out) as {
    findings: { check: string }[]
  }
  assert.deepEqual(
    [
      'disk',
      'database',
      'migrations',
      'clock',
      'service',
      'address',
      'storage',
      'objects',
      'backup',
      'jobs',
      'mail',
      'audit',
      'signing keys',
      'codecs',
      'fonts',
    ].filter((check) => !findings.some((finding) => finding.check === check)),
    [],
  )
})

test('rotates keys and audits it', async (t) => {
  const { admin, db } = await setup(t)
  const { code, out } = await admin('rotate-keys', '--json')
  assert.equal(code, 0)
  const { key } = JSON.parse(out) as { key: string }
  const { rows } = await sql<{
    keys: string[]
    noted: number
  }>`
    select
      (select array_agg(id order by created_at desc)
        from signing_key where retired_at is null) as keys,
      (select count(*) from audit where act = 'admin rotate-keys' and about_id = ${key}) as noted
  `.execute(db)
  assert.deepEqual(rows, [{ keys: [key, 'first'], noted: 1 }])
})

test('errors have an exit code and a message', async (t) => {
  const { admin, home, folder } = await setup(t)
  const cases: [words: string[], reason: keyof typeof EXIT_CODES, message: RegExp][] = [
    [['verify', folder], 'rejected', /There is no backup in /],
    [['restore', folder, '--into', home], 'rejected', /There is no backup in /],
    [['restore', folder], 'rejected', /restore needs --into/],
    [['backup'], 'usage', /missing required argument 'folder'/],
    [['backup', folder, '--keep', 'some'], 'rejected', /--keep must be a whole number/],
    [['doctor', '--installation', home], 'usage', /There is no Reelay installation in /],
    [['dance'], 'usage', /unknown command/],
  ]
  for (const [words, reason, message] of cases) {
    const { code, err } = await admin(...words)
    assert.deepEqual([words, code], [words, EXIT_CODES[reason].code], err)
    assert.match(err, message)
  }
})
