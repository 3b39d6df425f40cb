// Cases 47 to 54: embargoed files and signed links.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as contract from '@reelay/api/contract'
import { uploadFile } from '../../../api/test/orders.ts'
import type { TestUser } from '../../../api/test/fixtures.ts'
import type { Installation } from '../tools/installation.ts'
import { countsOf, times } from '../tools/measure.ts'
import { readAsAdmin } from '../tools/records.ts'
import { expectStatus, parse, send, signIn } from '../tools/request.ts'

const FUTURE = 4_000_000_000

/** A signed path of a file for one person. */
async function signedPath(person: TestUser, file: string): Promise<string> {
  const [download] = await person.call(contract.downloads.startDownloads, {
    body: { files: [file] },
  })
  const { pathname, search } = new URL(download!.url, 'http://localhost')
  return pathname + search
}

export async function createEmbargoedFile(on: Installation) {
  const { studio, vendor } = on.a.people
  const file = await uploadFile(vendor, on.a, 'secret.mp4', 'the film')
  await studio.call(contract.files.changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: FUTURE } },
  })
  return file._id
}

export async function weakenedEmbargo(on: Installation): Promise<string> {
  const id = await createEmbargoedFile(on)
  const { vendor, studio } = on.a.people
  const before = await readAsAdmin(on, `files/${id}`)
  const change = (by: TestUser, embargo: unknown) =>
    send(on, `/api/files/${id}`, { method: 'PUT', by, body: { embargo } })
  for (const end of [0, 1, FUTURE - 1])
    expectStatus(await change(vendor, { event: false, end }), 404)
  const values = [-1, '0', 9e15, FUTURE * 1000, 1.5, {}]
  for (const end of values) expectStatus(await change(studio, { event: false, end }), 422)
  assert.deepEqual(await readAsAdmin(on, `files/${id}`), before)
  return `404 for a vendor, ${values.length} × 422 for invalid times, unchanged`
}

export async function linkBeforeEmbargo(on: Installation): Promise<string> {
  const { vendor, studio } = on.a.people
  const file = await uploadFile(vendor, on.a, 'open.mp4', 'the film')
  const path = await signedPath(vendor, file._id)
  expectStatus(await send(on, path), 200)
  await studio.call(contract.files.changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: FUTURE } },
  })
  const after = expectStatus(await send(on, path), 403, 404)
  const range = await send(on, path, { headers: { range: 'bytes=4-' } })
  expectStatus(range, 403, 404)
  return `200, then ${after.status} at once, also for the rest of a download`
}

export async function linkOfAnotherPerson(on: Installation): Promise<string> {
  const { vendor, territory } = on.a.people
  const file = await uploadFile(vendor, on.a, 'link.mp4', 'the film')
  const session = parse<{ token: string; email: string }>(
    expectStatus(await signIn(on, vendor.email), 200),
  )
  const download = await send(on, '/api/downloads', {
    method: 'POST',
    by: session,
    body: { files: [file._id] },
  })
  const [row] = parse<{ url: string }[]>(expectStatus(download, 200, 201))
  const { pathname, search } = new URL(row!.url, 'http://localhost')
  const path = pathname + search
  expectStatus(await send(on, path), 200)
  expectStatus(await send(on, path, { by: on.b.people.vendor }), 403)
  expectStatus(await send(on, path, { by: territory }), 403)
  const changed = path.replace(/person=[^&]+/, `person=${territory._id}`)
  expectStatus(await send(on, changed), 403)
  expectStatus(await send(on, '/api/session', { method: 'DELETE', by: session }), 200)
  const after = expectStatus(await send(on, path), 401, 403)
  return `403 with the credential or name of another person; ${after.status} after signing out`
}

export async function alteredLinks(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const file = await uploadFile(vendor, on.a, 'signed.mp4', 'the film')
  const other = await uploadFile(vendor, on.a, 'other.mp4', 'another film')
  const path = await signedPath(vendor, file._id)
  const [bare] = path.split('?')
  const query = new URLSearchParams(path.split('?')[1])
  const withValue = (name: string, value: string) => {
    const changed = new URLSearchParams(query)
    changed.set(name, value)
    return `${bare}?${changed}`
  }
  const variants = [
    withValue('expires', String(Number(query.get('expires')) + 1)),
    withValue('key', 'none'),
    withValue('key', ''),
    withValue('signature', ''),
    withValue('signature', query.get('signature')!.toUpperCase()),
    `${path}&expires=${FUTURE}`,
    `${path}&signature=${query.get('signature')}`,
    `${path};x=1`,
    path.replace(file._id, other._id),
    path.replace(file._id, `%2e%2e/files/${other._id}`),
    path.replace('/content', '/CONTENT'),
    path.replace(file._id, file._id.toUpperCase()),
    path.replace(/&?key=[^&]+/, ''),
  ]
  const seen = []
  for (const variant of variants)
    seen.push(expectStatus(await send(on, variant), 400, 401, 403, 404).status)
  expectStatus(await send(on, path, { method: 'PUT', body: 'x' }), 401, 403, 405)
  expectStatus(await send(on, path, { method: 'HEAD' }), 200)
  expectStatus(await send(on, path, { headers: { range: 'bytes=0-2' } }), 206)
  return `${countsOf(seen)}; the link itself answers HEAD and Range`
}

/** There is no default key: without a setting, the service generates one and stores it sealed. */
export async function weakSigningKeys(on: Installation): Promise<string> {
  const start = (SIGNING_KEY: string) =>
    spawnSync(process.execPath, ['api/src/server.ts'], {
      env: { ...process.env, SIGNING_KEY, DATA_DIR: `${on.folder}/unused`, DEMO: '0' },
      encoding: 'utf8',
      timeout: 60_000,
    })
  for (const key of ['short', 'x'.repeat(31), '€€€€€€€€€€']) {
    const { status, stderr, stdout } = start(key)
    assert.ok(status !== 0 && status !== null, `started with ${key}`)
    assert.match(stderr + stdout, /SIGNING_KEY must be at least 32 bytes/)
    assert.ok(!(stderr + stdout).includes(`${key}\n`))
  }
  const keys = await on.query<{ secret: string }>('select secret from signing_key')
  assert.ok(keys.length > 0 && keys.every(({ secret }) => secret.length > 60))
  return 'no start with 5, 31 and 30 bytes; without a setting a random key, sealed in the database'
}

export async function hostileRanges(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const file = await uploadFile(vendor, on.a, 'ranges.mp4', '0123456789')
  const path = `/api/files/${file._id}/content`
  const read = (range: string) => send(on, path, { by: vendor, headers: { range } })
  const many = `bytes=${times(1000, (index) => `${index % 10}-`).join(',')}`
  const seen = []
  for (const range of [many, 'bytes=0-0,-1', 'bytes=5-1', 'bytes=10-', 'bytes=-0', 'bytes=a-b']) {
    const reply = expectStatus(await read(range), 200, 416)
    assert.ok(reply.text.length <= 300 || reply.status === 416)
    assert.doesNotMatch(String(reply.headers['content-type']), /multipart/)
    seen.push(reply.status)
  }
  expectStatus(await read('bytes=2-4'), 206)
  return `${seen.join(', ')}; never more than one range`
}
