// Cases 90 to 92, 94, 96, 97, 101 and 102: hostile files and names.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@reelay/api/contract'
import { drawStill, toneWav } from '../../../api/demo/sample-files.ts'
import { uploadFile } from '../../../api/test/orders.ts'
import { tokenAuth } from '../../../api/test/raw-http.ts'
import { startCanary } from '../tools/canary.ts'
import type { Installation } from '../tools/installation.ts'
import { UNKNOWN } from '../tools/endpoints.ts'
import { countsOf, inParallel, times } from '../tools/measure.ts'
import { expectStatus, parse, send } from '../tools/request.ts'

const NAMES = [
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=y.mp4',
  '"quoted".mp4',
  'con',
  'שם\u202Egpj.exe',
  "it's; filename=evil.html",
  '-i /etc/passwd',
  'file:///etc/passwd',
]

export async function fileNames(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  let accepted = 0
  for (const name of NAMES) {
    const created = await send(on, '/api/files', {
      method: 'POST',
      by: vendor,
      body: { name, asset: on.a.asset._id },
    })
    if (expectStatus(created, 200, 201, 422).status === 422) continue
    accepted++
    const { _id } = parse<{ _id: string }>(created)
    await vendor.call(contract.files.receiveContent, { params: { id: _id }, body: 'bytes' })
    const reply = await send(on, `/api/files/${_id}/content`, { by: vendor })
    const header = String(expectStatus(reply, 200).headers['content-disposition'])
    assert.match(
      header,
      /^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[\w.%~!#$&+^`|-]*)?$/,
    )
    assert.ok(!('set-cookie' in reply.headers))
  }
  const body = (name: string) => ({ name, asset: on.a.asset._id })
  for (const name of ['x'.repeat(4096), 'a\0b'])
    expectStatus(
      await send(on, '/api/files', { method: 'POST', by: vendor, body: body(name) }),
      422,
    )
  return `${accepted} names kept as labels with a one-line header; 4 kB and NUL 422`
}

export async function activeContent(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const contents = {
    'page.jpg': '<!doctype html><script>alert(1)</script>',
    'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'code.jpg': 'alert(document.domain)',
    'page.html': '<html><body onload=alert(1)>',
  }
  for (const [name, bytes] of Object.entries(contents)) {
    const file = await uploadFile(vendor, on.a, name, bytes)
    const reply = await send(on, `/api/files/${file._id}/content`, { by: vendor })
    const { headers } = expectStatus(reply, 200)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
    assert.doesNotMatch(String(headers['content-type']), /html|svg|javascript/)
  }
  return `${Object.keys(contents).length} files: attachment, nosniff, sandbox, no active type`
}

/** A picture is shown only as a rendition, and no rendition is made of these. */
export async function vectorThumbnails(on: Installation): Promise<string> {
  const { vendor, studio } = on.a.people
  const contents = {
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/x"/></svg>',
    'logo.pdf': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
    'logo.eps': '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run',
    'logo.png': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
    'logo.jpg': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
  }
  const statuses = []
  for (const [name, bytes] of Object.entries(contents)) {
    const file = await uploadFile(vendor, on.a, name, bytes)
    for (const path of [`assets/${on.a.asset._id}`, `studios/${on.a.studio._id}`]) {
      const body = { [path.startsWith('assets') ? 'thumbnail' : 'logo']: file._id }
      const reply = await send(on, `/api/${path}`, { method: 'PUT', by: studio, body })
      statuses.push(expectStatus(reply, 415, 422).status)
    }
  }
  return countsOf(statuses)
}

export async function urlFields(on: Installation): Promise<string> {
  const canary = await startCanary()
  const { port } = canary
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/`,
  ]
  const { studio } = on.a.people
  const attempts = urls.flatMap((url) => [
    ['PUT', `assets/${on.a.asset._id}`, { thumbnail: url }],
    ['PUT', `studios/${on.a.studio._id}`, { logo: url }],
    ['PUT', `projects/${on.a.project._id}`, { logo: url, description: url }],
    ['POST', 'previews', { asset: on.a.asset._id, path: url, cdn: { domain: url, key: 'x' } }],
    ['POST', 'webhooks', { studio: on.a.studio._id, url }],
    [
      'POST',
      `studios/${on.a.studio._id}/identityproviders`,
      { name: 'x', issuer: url, clientId: 'x', domains: [] },
    ],
  ]) as [string, string, object][]
  const statuses = []
  for (const [method, path, body] of attempts)
    statuses.push((await send(on, `/api/${path}`, { method, by: studio, body })).status)
  await sleep(3000)
  canary.stop()
  assert.equal(canary.calls(), 0)
  assert.ok(
    statuses.every((status) => status >= 400 && status < 500),
    countsOf(statuses),
  )
  return `${countsOf(statuses)}; the canary server saw 0 connections`
}

/** The head of an archive with a name that leads out of the folder, and 10 GB announced. */
function archive(): Buffer {
  const name = Buffer.from('../../../../tmp/hostile-zip-was-expanded')
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(0xffff_ffff, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, Buffer.from('harmless')])
}

export async function archives(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const bytes = archive()
  const { _id } = await vendor.call(contract.files.registerFile, {
    body: { name: 'materials.zip', asset: on.a.asset._id },
  })
  await vendor.call(contract.files.receiveContent, { params: { id: _id }, body: bytes })
  await sleep(3000)
  const reply = await fetch(`${on.service.address}/api/files/${_id}/content`, {
    headers: tokenAuth(vendor),
  })
  assert.ok(Buffer.from(await reply.arrayBuffer()).equals(bytes))
  assert.ok(!(await readdir('/tmp')).includes('hostile-zip-was-expanded'))
  return 'stored byte for byte, nothing expanded'
}

export async function foreignUploads(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const { _id } = await vendor.call(contract.files.registerFile, {
    body: { name: 'film.mov', asset: on.a.asset._id },
  })
  const tus = { 'tus-resumable': '1.0.0' }
  const created = await send(on, '/api/uploads', {
    method: 'POST',
    by: vendor,
    headers: { ...tus, 'upload-length': '10', 'upload-metadata': `file ${btoa(_id)}` },
  })
  const path = String(expectStatus(created, 201).headers.location).replace(/^.*(?=\/api)/, '')
  const patch = (at: string, by: typeof vendor, more: Record<string, string> = {}) =>
    send(on, at, {
      method: 'PATCH',
      by,
      headers: {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        ...more,
      },
      body: 'xxxxx',
    })
  const replies = {
    'a path': await patch('/api/uploads/..%2f..%2fx', vendor),
    'an unknown id': await patch(`/api/uploads/${UNKNOWN}`, vendor),
    'the upload of another studio': await patch(path, on.b.people.vendor),
    'the upload of a colleague': await patch(path, on.a.people.studio),
    'a wrong offset': await patch(path, vendor, { 'upload-offset': '5' }),
    'an offset beyond the end': await patch(path, vendor, { 'upload-offset': '99' }),
    concatenation: await send(on, '/api/uploads', {
      method: 'POST',
      by: on.b.people.vendor,
      headers: { ...tus, 'upload-concat': `final;${path}` },
    }),
  }
  for (const reply of Object.values(replies)) expectStatus(reply, 400, 403, 404, 409, 422, 501)
  const head = await send(on, path, { method: 'HEAD', by: vendor, headers: tus })
  assert.equal(head.headers['upload-offset'], '0')
  return `${Object.entries(replies)
    .map(([name, { status }]) => `${name} ${status}`)
    .join(', ')}; the offset stays 0`
}

const MUTANTS = 500

export async function mutatedMedia(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const still = drawStill([64, 48], { motif: 'sea', colours: ['#112233', '#ddeeff'], seed: 1 })
  const sources = [toneWav(440).subarray(0, 40_000), still]
  const log = (await on.readLog()).length
  await inParallel(times(MUTANTS, Number), 4, async (index) => {
    const bytes = mutate(sources[index % sources.length]!, index)
    const { _id } = await vendor.call(contract.files.registerFile, {
      body: { name: `mutant-${index}`, asset: on.a.asset._id },
    })
    await vendor.call(contract.files.receiveContent, { params: { id: _id }, body: bytes })
  })
  const left = await waitForMedia(on)
  const [failed] = await on.query<{ count: string; tries: number }>(
    `select count(*), coalesce(max(attempts), 0) as tries from job
     where kind = 'process-media' and dead_at is not null`,
  )
  expectStatus(await send(on, '/readyz'), 200)
  const errors = [...(await on.readLog()).slice(log).matchAll(/"statusCode":5\d\d/g)].length
  assert.equal(errors, 0)
  assert.ok(failed!.tries <= 5, `${failed!.tries} attempts`)
  assert.equal(left, 0, `${left} jobs are still waiting`)
  return `${MUTANTS} files processed, 0 responses 5xx, ${failed!.count} jobs given up`
}

/** Flips bytes, mostly in the head, where parsers decide. */
function mutate(source: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(source)
  let state = seed + 1
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  for (let flips = 0; flips <= seed % 20; flips++)
    bytes[next(flips % 3 ? 200 : bytes.length)] = next(256)
  return seed % 7 === 0 ? bytes.subarray(0, next(bytes.length)) : bytes
}

const MINUTES = 15

/** Waits until no job is due, and returns how many are left after a quarter of an hour. */
async function waitForMedia(on: Installation): Promise<number> {
  for (const end = Date.now() + MINUTES * 60_000; ; await sleep(1000)) {
    const [row] = await on.query<{ count: string }>(
      `select count(*) from job where kind = 'process-media' and dead_at is null`,
    )
    const left = Number(row!.count)
    if (left === 0 || Date.now() > end) return left
  }
}

export async function wrongDigest(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const seen = []
  for (const declared of [{ md5: '0'.repeat(32) }, { length: 3 }]) {
    const { _id } = await vendor.call(contract.files.registerFile, {
      body: { name: 'declared.mp4', asset: on.a.asset._id, ...declared },
    })
    const reply = await send(on, `/api/files/${_id}/content`, {
      method: 'PUT',
      by: vendor,
      headers: { 'content-type': 'application/octet-stream' },
      body: 'some other bytes',
    })
    seen.push(expectStatus(reply, 422).status)
    const file = await vendor.call(contract.files.getFile, { params: { id: _id } })
    assert.equal(file.verified, false)
    expectStatus(await send(on, `/api/files/${_id}/content`, { by: vendor }), 404, 409)
  }
  return `${seen.join(', ')}, not verified, not downloadable`
}
