import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { setupCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

/** An installation whose database is outside, and a folder for its backups. */
async function machine(t: TestContext) {
  const { url, db, reelay } = await setupCli(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-admin-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const shelf = join(home, 'shelf')
  return {
    db,
    home,
    shelf,
    admin: (...words: string[]) =>
      reelay(['admin', ...words], [], { DATABASE_URL: url, DATA_DIR: join(home, 'data') }),
  }
}

test('a backup is made, told, verified, and noted in the audit', async (t) => {
  const { admin, shelf, db } = await machine(t)
  const made = await admin('backup', shelf, '--keep', '3')
  assert.deepEqual([made.code, /^Rows +\d+/m.test(made.out), made.err], [0, true, ''])
  const verified = await admin('verify', shelf, '--json')
  const { backup, findings } = JSON.parse(verified.out) as { backup: string; findings: unknown[] }
  assert.deepEqual([verified.code, made.out.includes(backup), findings], [0, true, []])
  const { rows } = await sql<{
    about: string
    asked: { folder: string; account: string }
  }>`select about_id as about, asked from audit where act = 'admin backup'`.execute(db)
  assert.deepEqual(
    rows.map(({ about, asked }) => [about, asked.folder, typeof asked.account]),
    [[backup, shelf, 'string']],
  )
})

test('a damaged backup ends with the code for what is not as it should be, and says what to do', async (t) => {
  const { admin, shelf } = await machine(t)
  const { backup } = JSON.parse((await admin('backup', shelf, '--json')).out) as { backup: string }
  const path = join(shelf, 'backups', backup, 'person.zst')
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
  const { code, out, err } = await admin('verify', shelf)
  assert.deepEqual(
    [code, err],
    [EXIT_CODES.checkFailed.code, 'reelay: One thing is not as it should be.\n'],
  )
  assert.match(out, /^FAULT +table +.*person\.zst: it.*\n +→ This backup cannot be restored/m)
})

test('the doctor finds what is wrong with an installation, for people and for machines', async (t) => {
  const { admin, db } = await machine(t)
  await sql`insert into job (kind, payload, dead_at, error) values ('process-media', '{}', now(), 'no such film')`.execute(
    db,
  )
  const { code, out } = await admin('doctor')
  assert.equal(code, EXIT_CODES.checkFailed.code)
  assert.match(out, /^FAULT +durability +fsync is off.*\n +→ Set fsync to on/m)
  assert.match(out, /^warning +jobs +1 of media were given up/m)
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

test('keys are rotated, and that is noted', async (t) => {
  const { admin, db } = await machine(t)
  const { code, out } = await admin('rotate-keys', '--json')
  assert.equal(code, 0)
  const { key } = JSON.parse(out) as { key: string }
  const { rows } = await sql<{
    keys: string[]
    noted: number
  }>`select (select array_agg(id order by created_at desc) from signing_key where retired_at is null) as keys, (select count(*) from audit where act = 'admin rotate-keys' and about_id = ${key}) as noted`.execute(
    db,
  )
  assert.deepEqual(rows, [{ keys: [key, 'first'], noted: 1 }])
})

test('what cannot be done has its exit code and a sentence', async (t) => {
  const { admin, home, shelf } = await machine(t)
  const cases: [words: string[], ending: keyof typeof EXIT_CODES, said: RegExp][] = [
    [['verify', shelf], 'rejected', /There is no backup in /],
    [['restore', shelf, '--into', home], 'rejected', /There is no backup in /],
    [['restore', shelf], 'rejected', /restore needs --into/],
    [['backup'], 'usage', /missing required argument 'folder'/],
    [['backup', shelf, '--keep', 'some'], 'rejected', /--keep must be a whole number/],
    [['doctor', '--installation', home], 'usage', /There is no Reelay in /],
    [['dance'], 'usage', /unknown command/],
  ]
  for (const [words, ending, said] of cases) {
    const { code, err } = await admin(...words)
    assert.deepEqual([words, code], [words, EXIT_CODES[ending].code], err)
    assert.match(err, said)
  }
})
