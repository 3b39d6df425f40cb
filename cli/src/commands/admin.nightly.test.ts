import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { film } from '../../../api/test/clips.ts'
import { asOwner } from '../../../api/test/database-owner.ts'
import { digestOf } from '../../../api/src/kernel/audit/canonical.ts'
import { sealAudit } from '../../../api/src/kernel/audit/seal.ts'
import { shipHeads } from '../../../api/src/kernel/audit/ship.ts'
import { sql } from '../../../api/src/kernel/db/sql.ts'
import { TEST_ENCRYPTION_KEY } from '../../../api/test/test-app.ts'
import { testMasterKeys } from '../../../api/test/test-app.ts'
import { setupCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

/** An installation with an external database, and a folder for its backups. */
async function setup(t: TestContext) {
  const { url, db, reelay, a } = await setupCli(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-admin-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const folder = join(home, 'backups')
  return {
    db,
    a,
    home,
    folder,
    admin: (...words: string[]) =>
      reelay(['admin', ...words], [], {
        DATABASE_URL: url,
        DATA_DIR: join(home, 'data'),
        ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
        ALLOW_UNSANDBOXED_MEDIA: '1',
      }),
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
    input: { folder: string; account: string }
  }>`select about_id as about, input from audit where action = 'admin backup'`.execute(db)
  assert.deepEqual(
    rows.map(({ about, input }) => [about, input.folder, typeof input.account]),
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
  assert.match(out, /^ERROR +table +\S+person\.zst: it.*\.$/m)
  assert.match(
    out,
    /^ +→ This backup cannot be restored\. Back up again, or use an older backup\.$/m,
  )
})

test('doctor reports problems of an installation as a table and as JSON', async (t) => {
  const { admin, db } = await setup(t)
  await sql`
    insert into job (kind, payload, dead_at, error)
    values ('process-media', '{}', now(), 'no such film')`.execute(db)
  const { code, out } = await admin('doctor')
  assert.equal(code, EXIT_CODES.checkFailed.code)
  assert.match(out, /^ERROR +durability +fsync is off.*\n +→ Set fsync to on/m)
  assert.match(out, /^warning +jobs +1 process-media jobs failed\. Last error: no such film$/m)
  const { findings } = JSON.parse((await admin('doctor', '--json')).out) as {
    findings: { check: string }[]
  }
  assert.deepEqual(
    [
      'disk',
      'database',
      'schema',
      'clock',
      'service',
      'address',
      'storage',
      'objects',
      'backup',
      'jobs',
      'mail',
      'audit',
      'audit shipping',
      'encryption key',
      'signing keys',
      'codecs',
      'fonts',
    ].filter((check) => !findings.some((finding) => finding.check === check)),
    [],
  )
})

test('runs in the given installation, with paths relative to the current folder', async (t) => {
  const { reelay } = await setupCli(t)
  const installation = await mkdtemp(join(tmpdir(), 'reelay-installation-'))
  t.after(() => rm(installation, { recursive: true, force: true }))
  await mkdir(join(installation, 'api/src'), { recursive: true })
  await writeFile(
    join(installation, 'api/src/admin.ts'),
    'console.log(JSON.stringify({ done: { in: process.cwd(), words: process.argv.slice(2).join(" ") }, findings: [] }))',
  )
  const run = async (...words: string[]) =>
    JSON.parse(
      (await reelay(['admin', ...words, '--installation', installation, '--json'])).out,
    ) as Record<string, unknown>
  assert.deepEqual(await run('doctor'), { in: installation, words: 'doctor', findings: [] })
  const backup = join(process.cwd(), 'backups')
  assert.equal((await run('backup', 'backups', '--keep', '3')).words, `backup ${backup} --keep=3`)
  const heads = join(process.cwd(), 'heads.jsonl')
  assert.equal(
    (await run('audit', 'verify', '--heads', 'heads.jsonl')).words,
    `audit verify --heads=${heads}`,
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
      (select count(*) from audit where action = 'admin rotate-keys' and about_id = ${key}) as noted
  `.execute(db)
  assert.deepEqual(rows, [{ keys: [key, 'first'], noted: 1 }])
})

test('verifies the audit log, also with heads that were shipped', async (t) => {
  const { admin, db, home } = await setup(t)
  const heads = join(home, 'heads.jsonl')
  await sealAudit(db)
  await shipHeads(db, testMasterKeys, `file://${heads}`)
  const key = join(home, 'key.pem')
  assert.equal((await admin('audit', 'key', key)).code, 0)
  const proven = await admin('audit', 'verify', '--heads', heads, '--public-key', key)
  assert.deepEqual([proven.code, proven.err], [0, ''])
  assert.match(proven.out, /^Statements +1$/m)

  const last = sql`(select max(position) from audit_link where chain = 'installation')`
  await asOwner(
    db,
    sql`delete from audit where number = (
      select number from audit_link where chain = 'installation' and position = ${last})`,
    sql`delete from audit_link where chain = 'installation' and position = ${last}`,
  )
  assert.equal((await admin('audit', 'verify')).code, 0)
  const cut = await admin('audit', 'verify', '--heads', heads)
  assert.equal(cut.code, EXIT_CODES.checkFailed.code)
  assert.match(
    cut.out,
    /^ERROR +audit +Chain installation: Entry \d+ and all later ones were removed/m,
  )

  await admin('audit', 'key', '--new')
  const otherKey = join(home, 'other.pem')
  await admin('audit', 'key', otherKey)
  const { out } = await admin('audit', 'verify', '--heads', heads, '--public-key', otherKey)
  assert.match(out, /1 lines prove nothing\. Line 1 is signed with the unknown key/)
})

test('exports the audit log of a studio and of a time range', async (t) => {
  const { admin, db, home, a } = await setup(t)
  const lines = async (file: string) =>
    (await readFile(join(home, file), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const all = await admin('audit', 'export', join(home, 'all.jsonl'), '--json')
  assert.equal(all.code, 0, all.err)
  const exported = await lines('all.jsonl')
  assert.equal(exported.length, (JSON.parse(all.out) as { entries: number }).entries)
  for (const { hash, ...record } of exported) assert.equal(digestOf(record), hash)

  await admin('audit', 'export', join(home, 'a.jsonl'), '--studio', a.studio.slug)
  const own = await lines('a.jsonl')
  assert.deepEqual(new Set(own.map(({ chain }) => chain)), new Set([a.studio._id]))
  assert.deepEqual(
    own.map(({ position }) => position),
    own.map((_, index) => index + 1),
  )
  await sql`insert into audit (action, about_kind, studios, at)
    values ('old', 'x', ${[a.studio._id]}, '2020-06-01')`.execute(db)
  const range = ['--studio', a.studio._id, '--from', '2020-01-01', '--to', '2021-01-01']
  await admin('audit', 'export', join(home, 'old.jsonl'), ...range)
  const [old, ...others] = await lines('old.jsonl')
  assert.deepEqual([old!.act, old!.previous, others], ['old', own.at(-1)!.hash, []])
  const { err } = await admin('audit', 'export', join(home, 'x.jsonl'), '--studio', 'nobody')
  assert.match(err, /There is no studio nobody/)
})

test('traces a copy of no film to nobody, and audits it', async (t) => {
  const { admin, db, home } = await setup(t)
  const copy = join(home, 'copy.mp4')
  await writeFile(copy, await film({ seconds: 1, width: 160, height: 90 }))
  const { code, out, err } = await admin('trace', copy)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^Viewer +unknown$/m)
  assert.match(out, /^warning +trace +The copy shows none of the films/m)
  const { rows } = await sql<{ about: string }>`
    select about_id as about from audit where action = 'admin trace'`.execute(db)
  assert.deepEqual(rows, [{ about: copy }])
  const missing = await admin('trace', join(home, 'none.mp4'))
  assert.match(missing.err, /There is no file /)
  await writeFile(copy, 'text')
  assert.equal((await admin('trace', copy)).code, EXIT_CODES.rejected.code)
})

test('errors have an exit code and a message', async (t) => {
  const { admin, home, folder } = await setup(t)
  const cases: [words: string[], reason: keyof typeof EXIT_CODES, message: RegExp][] = [
    [['verify', folder], 'rejected', /There is no backup in /],
    [['restore', folder, '--into', home], 'rejected', /There is no backup in /],
    [['restore', folder], 'rejected', /restore needs --into, an empty folder/],
    [['backup'], 'usage', /missing required argument 'folder'/],
    [
      ['backup', folder, '--keep', 'some'],
      'rejected',
      /--keep must be a whole number from 1, not "some"/,
    ],
    [['doctor', '--installation', home], 'usage', /There is no Reelay installation in /],
    [['dance'], 'usage', /unknown command 'dance'/],
  ]
  for (const [words, reason, message] of cases) {
    const { code, err } = await admin(...words)
    assert.deepEqual([words, code], [words, EXIT_CODES[reason].code], err)
    assert.match(err, message)
  }
})
