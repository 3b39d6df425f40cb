import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { REFERENCED_OBJECTS } from '../backup/contents.ts'
import { asService } from '../../../test/cluster.ts'
import { loadFixtures } from '../../../test/fixtures.ts'
import { hasPgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { testMasterKeys } from '../../../test/test-app.ts'
import type { DoctorFinding } from '../finding.ts'
import { sealAudit } from '../../kernel/audit/seal.ts'
import { shipHeads } from '../../kernel/audit/ship.ts'
import { sql } from '../../kernel/db/sql.ts'
import { startHashing } from '../../kernel/storage/hashing.ts'
import { createIntake } from '../../kernel/storage/intake.ts'
import { localStorage } from '../../kernel/storage/local.ts'
import { s3Storage } from '../../kernel/storage/s3.ts'
import { sourceOf } from '../../kernel/storage/suite/support.ts'
import { checkClock, checkDatabase, checkSigningKeys, checkSchema } from './database.ts'
import { runChecks } from './doctor.ts'
import { checkAddress, checkCodecs, checkDisk, checkFonts } from './machine.ts'
import { checkObjects, checkStorage } from './objects.ts'
import { checkServiceAccount } from './service-account.ts'
import { checkAudit, checkAuditShipping } from './audit.ts'
import { BACKUP_ACTION, checkBackups, checkJobs, checkMail } from './service.ts'

const hashing = startHashing()
/** The findings that are not ok, with their level. */
const problems = (findings: DoctorFinding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ level, message }) => `${level}: ${message}`)
const assertNoProblems = (findings: DoctorFinding[]) => assert.deepEqual(problems(findings), [])
const assertMessage = (findings: DoctorFinding[], ...expected: RegExp[]) => {
  const reported = problems(findings)
  assert.equal(reported.length, expected.length, reported.join('\n'))
  expected.forEach((words, index) => assert.match(reported[index]!, words))
  assert.ok(
    findings.every(({ level, action }) => level === 'ok' || action),
    'every problem comes with advice',
  )
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'reelay-doctor-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

test('reports a database that may lose committed data', async (t) => {
  const { db } = await loadFixtures(t)
  // As the tests run it: fast, and not to be relied on.
  assertMessage(
    await checkDatabase(db),
    /^error: fsync is off/,
    /^error: synchronous_commit is off/,
    /^error: full_page_writes is off/,
  )
})

test('reports a service that owns the tables, has no limits, or cannot connect', async (t) => {
  const { url } = await loadFixtures(t)
  const serviceUrl = asService(url)
  assertNoProblems(await checkServiceAccount({}))
  assertNoProblems(await checkServiceAccount({ databaseUrl: url, serviceUrl }))
  assertMessage(
    await checkServiceAccount({ databaseUrl: url }),
    /^warning: The service connects as \w+, which owns the tables/,
  )
  assertMessage(
    await checkServiceAccount({
      databaseUrl: url,
      serviceUrl: serviceUrl.replace(':service@', ':x@'),
    }),
    /^error: The service cannot connect: password authentication failed/,
  )
})

test('reports settings that a pooler has dropped', async (t) => {
  if (!hasPgBouncer()) return t.skip('pgbouncer is not installed')
  const { url, db } = await loadFixtures(t)
  const pooler = await startPgBouncer(url)
  t.after(() => pooler.stop())
  const addresses = { databaseUrl: url, serviceUrl: pooler.serviceUrl }
  assertNoProblems(await checkServiceAccount(addresses))
  const database = sql.raw(new URL(url).pathname.slice(1))
  const account = sql`alter role reelay_system in database ${database}`
  await sql`${account} set lock_timeout = '7s'`.execute(db)
  const other = await startPgBouncer(url)
  const findings = await checkServiceAccount({ ...addresses, serviceUrl: other.serviceUrl })
  await other.stop()
  await sql`${account} reset lock_timeout`.execute(db)
  assertMessage(findings, /^warning: lock_timeout is 7s for reelay_system, instead of 2s/)
})

test('reports a schema or a migration of another version', async (t) => {
  const { db } = await loadFixtures(t)
  assertNoProblems(await checkSchema(db))
  await sql`update migration set digest = 'other' where name = 'schema'`.execute(db)
  await sql`insert into migration (name, digest) values ('9999_later.sql', 'x')`.execute(db)
  assertMessage(
    await checkSchema(db),
    /^error: Applied by another version: 9999_later\.sql\./,
    /^error: The database has another schema than this version\./,
  )
})

test('tells missing, truncated, corrupt and orphaned objects apart', async (t) => {
  const { db, a } = await loadFixtures(t)
  const path = await folder(t)
  const storage = localStorage(path)
  const put = async () =>
    (await createIntake(storage, hashing).put(sourceOf(randomBytes(1000)))).key
  const [missing, cut, corrupt, whole, orphan] = [
    await put(),
    await put(),
    await put(),
    await put(),
    await put(),
  ]
  await put()
  for (const key of [missing, cut, corrupt, whole]) {
    await sql`insert into object (key, length) values (${key}, 1000)`.execute(db)
    await sql`insert into file (studio_id, project_id, asset_id, owner_id, name, length, sha256)
      values (${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${a.people.studio._id}, 'f', 1000,
      ${key})`.execute(db)
  }
  const check = () => checkObjects(db, storage, { named: REFERENCED_OBJECTS, scrubDays: 30 })
  assertNoProblems(await check())
  await storage.remove(missing)
  await truncate(join(path, storage.pathOf!(cut)), 999)
  await sql`update object set corrupt_at = now() where key = ${corrupt}`.execute(db)
  await utimes(join(path, storage.pathOf!(orphan)), 0, 0)
  await sql`update object set checked_at = now() - interval '61 days' where key = ${whole}`.execute(
    db,
  )
  assertMessage(
    await check(),
    new RegExp(`^error: 1 of 4 objects are missing: ${missing}$`),
    new RegExp(`^error: 1 of 4 objects are of the wrong length: ${cut}$`),
    new RegExp(`^error: 1 of 4 objects are known to be corrupt: ${corrupt}$`),
    /^warning: 1 objects with 1000 bytes are not referenced/,
    /^warning: 1 objects have not been verified for 60 days/,
  )
})

test('reports failed and late jobs, and stuck emails', async (t) => {
  const { db, runJobs } = await loadFixtures(t)
  await runJobs()
  assertNoProblems(await checkJobs(db))
  await sql`insert into job (kind, payload, dead_at, error)
    values ('process-media', '{}', now(), 'no such film')`.execute(db)
  await sql`insert into job (kind, payload, run_at)
    values ('notify', '{}', now() - interval '11 minutes')`.execute(db)
  assertMessage(
    await checkJobs(db),
    /^warning: 1 process-media jobs failed\. Last error: no such film/,
    /^warning: Jobs are more than ten minutes late: 1 notify/,
  )

  await sql`delete from mail`.execute(db)
  assertNoProblems(await checkMail(db, true))
  await sql`insert into mail (to_address, subject, text, created_at)
    values ('bo@example.com', 's', 't', now() - interval '2 hours')`.execute(db)
  assertMessage(await checkMail(db, false), /^warning: 1 emails are in the outbox/)
  await sql`insert into mail (to_address, subject, text, failed_at, error)
    values ('bo@example.com', 's', 't', now(), '550 no')`.execute(db)
  assertMessage(
    await checkMail(db, true),
    /^error: 1 emails have waited/,
    /^warning: 1 emails failed in the last seven days\. Last error: 550 no/,
  )
})

test('reports a broken seal, a wrong clock, and old keys and backups', async (t) => {
  const { db } = await loadFixtures(t)
  // The fixtures may be older than the time within which entries are sealed.
  await sealAudit(db)
  assertNoProblems([
    ...(await checkAudit(db)),
    ...(await checkClock(db)),
    ...(await checkSigningKeys(db, false)),
  ])
  assertMessage(await checkBackups(db), /^warning: There is no backup/)
  await sql`insert into audit (action, about_kind, at)
    values (${BACKUP_ACTION}, 'installation', now() - interval '3 days')`.execute(db)
  assertMessage(await checkBackups(db), /^warning: The last backup is 3 days old/)
  await sql`insert into audit (action, about_kind) values (${BACKUP_ACTION}, 'installation')`.execute(
    db,
  )
  assertNoProblems(await checkBackups(db))
  await sql`insert into audit (action, about_kind, at)
    values ('x', 'x', now() + interval '1 hour')`.execute(db)
  assertMessage(
    await checkClock(db),
    /^error: The newest audit entry is 3(600|599) s in the future/,
  )
  await sealAudit(db)
  await sql`insert into audit_link (chain, position, number, sealed_at, hash)
    select 'installation', max(position) + 1, 0, now(), 'made up' from audit_link
    where chain = 'installation'`.execute(db)
  assertMessage(await checkAudit(db), /^error: Chain installation: Entry \d+ was removed/)
  await sql`update signing_key set created_at = now() - interval '400 days'`.execute(db)
  assertMessage(await checkSigningKeys(db, false), /^warning: The newest key is 400 days old/)
})

test('reports entries without a seal, and heads that are not shipped', async (t) => {
  const { db } = await loadFixtures(t)
  await sealAudit(db)
  await sql`insert into audit (action, about_kind, at)
    values ('x', 'x', now() - interval '1 hour')`.execute(db)
  assertMessage(await checkAudit(db), /^warning: The oldest entry without a seal is 60 minutes old/)
  assertMessage(
    await checkAuditShipping(db, undefined),
    /^warning: The heads .* stay in this database/,
  )
  const path = `file://${await folder(t)}/heads.jsonl`
  assertMessage(await checkAuditShipping(db, path), /^warning: No head .* has been shipped yet/)
  await shipHeads(db, testMasterKeys, path)
  assertNoProblems(await checkAuditShipping(db, path))
  await sql`update audit_shipping set delivered_at = now() - interval '1 hour'`.execute(db)
  assertMessage(
    await checkAuditShipping(db, path),
    /^warning: The heads were shipped 60 minutes ago/,
  )
  await shipHeads(db, testMasterKeys, 'syslog+tcp://127.0.0.1:9')
  assertMessage(
    await checkAuditShipping(db, 'syslog+tcp://127.0.0.1:9'),
    /^error: Shipping has failed 1 times, for 0 minutes: .*ECONNREFUSED/,
  )
})

test('reports unreachable storage, and runs all checks if one fails', async (t) => {
  assertNoProblems(await checkStorage(localStorage(await folder(t)), 'here'))
  const away = s3Storage(
    {
      endpoint: 'http://127.0.0.1:9',
      bucket: 'b',
      region: 'r',
      accessKeyId: 'a',
      secretAccessKey: 's',
      pathStyle: true,
    },
    100,
  )
  assertMessage(
    await checkStorage(away, 'b'),
    /^error: b does not respond correctly: .*ECONNREFUSED/,
  )
  const findings = await runChecks({
    one: async () => {
      throw new Error('broken')
    },
    other: async () => [{ check: 'other', level: 'ok', message: 'well', action: '' }],
  })
  assert.deepEqual(
    findings.map(({ check, level }) => [check, level]),
    [
      ['one', 'error'],
      ['other', 'ok'],
    ],
  )
})

test('checks the disk, the codecs and the fonts', async (t) => {
  const path = await folder(t)
  assert.match((await checkDisk(path))[0]!.message, /GiB \(\d+ %\) are free in/)
  await writeFile(join(path, 'postgres.secret'), 'x', { mode: 0o644 })
  assert.match(
    (await checkDisk(path)).at(-1)!.message,
    /Other users of this machine can read .*postgres\.secret/,
  )
  const [isolation, engine] = await checkCodecs({ allowUnsandboxed: true })
  assert.match(isolation!.message, /^The codecs run/)
  assert.match(engine!.message, /^FFmpeg \d.* of the npm package node-av, under the GPL version 3/)
  const [broken] = await checkCodecs({ allowUnsandboxed: true, binding: join(path, 'no.node') })
  assert.match(broken!.message, /cannot be loaded, so no media is processed: .*no\.node/)
  assert.match(broken!.action, /remove MEDIA_ENGINE/)
  assertNoProblems(await checkFonts())
})

test(
  'reports codecs that cannot be isolated',
  { skip: process.platform !== 'linux' && 'needs seccomp to remove Landlock' },
  async () => {
    const [refused, allowed] = await Promise.all([false, true].map(checkCodecsOnOldKernel))
    assert.equal(refused!.level, 'error')
    assert.match(refused!.action, /ALLOW_UNSANDBOXED_MEDIA=1/)
    assert.equal(allowed!.level, 'warning')
    assert.match(allowed!.message, /without isolation\. Sandbox layers: .*limits/)
  },
)

async function checkCodecsOnOldKernel(allowUnsandboxed: boolean): Promise<DoctorFinding> {
  const oldKernel = import.meta.resolve('../../../../sandbox/src/old-kernel.fixture.ts')
  const program = `
    import { checkCodecs } from '${import.meta.resolve('./machine.ts')}'
    const [finding] = await checkCodecs({ allowUnsandboxed: ${allowUnsandboxed} })
    console.log(JSON.stringify(finding))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', oldKernel, '--input-type=module', '--eval', program],
    { env: { ...process.env, WITHOUT_SECCOMP: '1' } },
  )
  return JSON.parse(stdout) as DoctorFinding
}

test('reports an unreachable address, and passwords over plain HTTP', async (t) => {
  const server = createServer((_request, answer) => answer.end('{"alive":true}')).listen(
    0,
    '127.0.0.1',
  )
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  assertMessage(
    await checkAddress(`http://127.0.0.1:${port}`),
    /^warning: Links in emails only work on this machine/,
  )
  assertMessage(
    await checkAddress('http://reelay.invalid'),
    /^warning: http:\/\/reelay\.invalid does not respond/,
    /^error: Passwords are sent to reelay\.invalid unencrypted/,
  )
})
