// Secrets at rest on a real service: nothing readable on disk, and a rotation that is killed.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { createClient, type Call } from '@reelay/client'
import * as assets from '../src/assets/contract.ts'
import * as files from '../src/files/contract.ts'
import { connectOwner } from '../src/kernel/db/connect-owner.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { listUsedKeys } from '../src/kernel/db/encryption/stored-secrets.ts'
import * as projects from '../src/projects/contract.ts'
import { SECRET_COLUMNS } from '../src/secret-columns.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as studios from '../src/studios/contract.ts'
import * as webhooks from '../src/webhooks/contract.ts'
import { runAdmin, startAdmin } from './admin.ts'
import { tokenAuthorization } from './agent-request.ts'
import { databaseOn, newDatabase, onCluster } from './cluster.ts'
import { ADMIN, startService } from './service.ts'
import { codeFor } from './totp.ts'

const WEBHOOKS = 4000

/** A running service whose admin has a second factor and a webhook. */
async function setup(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'reelay-encryption-'))
  const url = await newDatabase()
  const env = { DATA_DIR: join(home, 'data'), DATABASE_URL: url, WEBHOOK_PRIVATE: '1' }
  const service = await startService(env)
  const db = connectOwner(url, { size: 1 })
  t.after(async () => {
    service.signal('SIGTERM')
    await service.ended
    await db.close()
    await rm(home, { recursive: true, force: true })
  })
  const baseUrl = `${service.address}/api`
  const session = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const { call } = createClient({ baseUrl, credential: session })
  const totp = await call(sessions.beginTwofactor)
  await call(sessions.confirmTwofactor, { body: { code: codeFor(totp.secret) } })
  const studio = await call(studios.createStudio, { body: { name: 'Studio', slug: 'studio' } })
  const webhook = await call(webhooks.createWebhook, {
    body: { studio: studio._id, url: 'http://127.0.0.1:9999/', active: false },
  })
  return { home, env, db, baseUrl, totp: totp.secret, webhook }
}

/** Signs in with a code, which the service can only check with the decrypted secret. */
async function signInWithCode(baseUrl: string, code: string) {
  const response = await fetch(`${baseUrl}/session`, {
    headers: {
      authorization: `Basic ${btoa(`${ADMIN.email}:${ADMIN.password}`)}`,
      'x-otp': code,
    },
  })
  return response.status
}

async function findText(folder: string, texts: string[]): Promise<string[]> {
  const matches: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    const content = entry.name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
    for (const text of texts) if (content.includes(text)) matches.push(`${entry.name}: ${text}`)
  }
  return matches
}

const CANARY = 'canary of an unreleased film '

test('neither storage nor backup contains a plain byte of a film', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'reelay-films-'))
  const data = join(home, 'data')
  const env = { DATA_DIR: data, DATABASE_URL: await newDatabase(), ENCRYPT_OBJECTS: '1' }
  const services = [await startService(env)]
  t.after(async () => {
    for (const service of services) {
      service.signal('SIGTERM')
      await service.ended
    }
    await rm(home, { recursive: true, force: true })
  })
  const film = Buffer.from(CANARY.repeat(20_000))
  const account = await signIn(services[0]!.address)
  const file = await uploadFilm(account, film)
  const range = { start: 65_530, end: 131_080 }
  const read = (from: Account) => download(from, file, `bytes=${range.start}-${range.end}`)
  assert.ok((await read(account)).equals(film.subarray(range.start, range.end + 1)))

  const backups = join(home, 'backups')
  assert.deepEqual((await runAdmin(['backup', backups], env)).findings, [])
  assert.deepEqual((await runAdmin(['verify', backups], env)).findings, [])
  assert.deepEqual(await findText(home, ['canary']), [])
  const doctor = await runAdmin(['doctor'], env)
  assert.deepEqual(
    doctor.findings.filter(({ check }) => check === 'objects').map(({ level }) => level),
    ['ok'],
  )
  await runAdmin(['rotate-keys'], env)
  assert.ok((await download(account, file)).equals(film))

  const restored = { ...env, DATABASE_URL: await emptyDatabase() }
  const into = join(home, 'restored')
  assert.deepEqual((await runAdmin(['restore', backups, '--into', into], restored)).findings, [])
  services.push(await startService({ ...restored, DATA_DIR: into }))
  const again = await signIn(services[1]!.address)
  assert.ok((await download(again, file)).equals(film))

  const [path] = await listObjectFiles(into)
  const bytes = await readFile(path!)
  bytes[100]! ^= 1
  await writeFile(path!, bytes)
  const { status } = await fetch(`${again.api}/files/${file}/content`, again)
  assert.equal(status, 409)
})

type Account = { api: string; call: Call; headers: { authorization: string } }

async function signIn(address: string): Promise<Account> {
  const api = `${address}/api`
  const session = (await createClient({ baseUrl: api, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const { call } = createClient({ baseUrl: api, credential: session })
  return { api, call, headers: { authorization: tokenAuthorization(session) } }
}

async function uploadFilm({ api, call, headers }: Account, film: Buffer<ArrayBuffer>) {
  const studio = await call(studios.createStudio, { body: { name: 'Films', slug: 'films' } })
  const project = await call(projects.createProject, {
    body: { name: 'Film', slug: 'film', studio: studio._id },
  })
  const asset = await call(assets.createAsset, {
    body: { name: 'Trailer', project: project._id, type: 'trailer' },
  })
  const { _id } = await call(files.registerFile, { body: { name: 'film.bin', asset: asset._id } })
  const response = await fetch(`${api}/files/${_id}/content`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: film,
  })
  assert.equal(response.status, 200, await response.text())
  return _id
}

async function download({ api, headers }: Account, file: string, range?: string) {
  const response = await fetch(`${api}/files/${file}/content`, {
    headers: { ...headers, ...(range && { range }) },
  })
  assert.equal(response.status, range ? 206 : 200)
  return Buffer.from(await response.arrayBuffer())
}

async function listObjectFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('neither the data folder nor a backup contains a secret in plain text', async (t) => {
  const { home, env, db, totp, webhook } = await setup(t)
  const secrets = [totp, webhook.secret]
  const backups = join(home, 'backups')
  assert.deepEqual((await runAdmin(['backup', backups], env)).findings, [])
  assert.deepEqual(await findText(home, secrets), [])
  assert.ok((await findText(backups, [webhook._id])).length, 'the search finds other texts')
  const { rows } = await sql<{ row: string }>`
    select twofactor::text as row from twofactor
    union all select webhook::text from webhook`.execute(db)
  assert.deepEqual(
    rows.filter(({ row }) => secrets.some((secret) => row.includes(secret))),
    [],
  )
})

test('warns when the key is missing, and restores only with it', async (t) => {
  const { home, env, webhook } = await setup(t)
  const backups = join(home, 'backups')
  const keyless = { ...env, DATA_DIR: join(home, 'elsewhere') }
  const { findings } = await runAdmin(['backup', backups], keyless)
  assert.deepEqual(
    findings.map(({ level, check }) => [level, check]),
    [['warning', 'encryption key']],
  )
  const verified = await runAdmin(['verify', backups], keyless)
  assert.match(
    verified.findings[0]!.message,
    /^This backup needs the encryption key [0-9a-f]{16}, /,
  )
  const doctor = await runAdmin(['doctor'], keyless)
  assert.deepEqual(
    doctor.findings.filter(({ check }) => check === 'encryption key').map(({ level }) => level),
    ['error'],
  )
  const target = { ...keyless, DATABASE_URL: await emptyDatabase() }
  const args = ['restore', backups, '--into', join(home, 'restored')]
  assert.match((await runAdmin(args, target)).refused!, /^The backup needs the encryption key/)
  const { done } = await runAdmin(args, { ...target, DATA_DIR: env.DATA_DIR })
  assert.ok(Number(done.rows) > 0)
  const key = await readFile(join(home, 'restored', 'secret.key'), 'utf8')
  assert.equal(key, await readFile(join(env.DATA_DIR, 'secret.key'), 'utf8'))
  assert.ok(webhook._id)
})

test('rotates the key of a running service, also after a kill', { timeout: 120_000 }, async (t) => {
  const { env, db, baseUrl, totp, webhook } = await setup(t)
  await sql`
    insert into webhook (studio_id, from_id, url, active, secret)
    select studio_id, from_id, url, false, 'plain-' || n
    from webhook, generate_series(1, ${WEBHOOKS}) n`.execute(db)
  assert.equal(await signInWithCode(baseUrl, codeFor(totp, Date.now() + 30_000)), 200)
  const before = await listUsedKeys(db, SECRET_COLUMNS)

  const rotation = startAdmin(['rotate-keys'], env)
  while (!(await isHalfDone())) await sleep(5)
  await rotation.kill()
  const during = await listUsedKeys(db, SECRET_COLUMNS)
  assert.equal(during.size, 2, JSON.stringify([...during]))
  await sql`update twofactor set last_step = 0`.execute(db)
  assert.equal(await signInWithCode(baseUrl, codeFor(totp)), 200)

  const { done, findings } = await runAdmin(['rotate-keys'], env)
  assert.deepEqual(findings, [])
  const after = await listUsedKeys(db, SECRET_COLUMNS)
  assert.deepEqual([...after.keys()], [done.encryptionKey])
  assert.ok(![...before.keys()].includes(String(done.encryptionKey)))
  await sql`update twofactor set last_step = 0`.execute(db)
  assert.equal(await signInWithCode(baseUrl, codeFor(totp)), 200)
  const doctor = await runAdmin(['doctor'], env)
  assert.deepEqual(
    doctor.findings.filter(({ check }) => check === 'encryption key').map(({ level }) => level),
    ['ok'],
  )
  assert.ok(webhook.secret)

  /** Some secrets have the new key, and some the old one. */
  async function isHalfDone() {
    const used = await listUsedKeys(db, SECRET_COLUMNS)
    return !used.has('') && used.size === 2
  }
})

async function emptyDatabase(): Promise<string> {
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`
  await onCluster(process.env.TEST_CLUSTER!, `create database ${name}`)
  return databaseOn(process.env.TEST_CLUSTER!, name)
}
