import assert from 'node:assert/strict'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as audit from '../audit/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as events from '../events/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

async function setup(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const newFile = (name: string, bytes: Uint8Array | string, more = {}) => ({
    name,
    asset: a.asset._id,
    content: base64(bytes),
    ...more,
  })
  const newFiles = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      newFile(`${index}.txt`, `Reel ${index} of ${randomUUID()}`),
    )
  const countRows = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from file) as files, (select count(*)::int from event) as events,
        (select count(*)::int from object) as objects`.execute(db)
    return rows[0]
  }
  return { ...fixtures, newFile, newFiles, countRows }
}

test('registers files with their bytes, and announces them with one event', async (t) => {
  const { a, db, newFile } = await setup(t)
  const { vendor, territory } = a.people
  const text = 'Straße 予告\n'
  const { files } = await vendor.call(contract.uploadBatch, {
    body: {
      files: [
        newFile('a.txt', text, { language: 'deu', tags: ['x'], sha256: hash('sha256', text) }),
        newFile('empty.bin', '', { asset: a.asset.slug, length: 0 }),
        newFile('copy.txt', text, { md5: hash('md5', text) }),
        newFile('film.mov', 'no film'),
      ],
    },
  })
  assert.deepEqual(
    files.map(({ name, length, sha256, md5, verified, $flags }) => [
      [name, length, verified, $flags],
      [sha256, md5],
    ]),
    [
      ['a.txt', 15, true, ['verified'], text],
      ['empty.bin', 0, true, ['verified', 'empty'], ''],
      ['copy.txt', 15, true, ['verified'], text],
      ['film.mov', 7, true, ['verified', 'warnings'], 'no film'],
    ].map(([name, length, verified, flags, bytes]) => [
      [name, length, verified, flags],
      [hash('sha256', bytes as string), hash('md5', bytes as string)],
    ]),
  )
  for (const file of files)
    assert.deepEqual(
      await territory.call(contract.getFile, { params: { id: file._id } }),
      file,
      'the reply is the record',
    )
  const { rows } = await sql<{ type: string; files: string[] }>`
    select type, files from event`.execute(db)
  assert.deepEqual(rows, [{ type: 'fin', files: files.map(({ _id }) => _id) }])
  const sent = await vendor.call(downloads.sendFile, { params: { id: files[0]!._id } })
  assert.equal(Buffer.from(sent).toString(), text)
})

test('the number of statements does not depend on the number of files', async (t) => {
  const { a, newFiles } = await setup(t)
  const send = (count: number) =>
    statementsOf(() =>
      a.people.vendor.call(contract.uploadBatch, {
        body: { files: newFiles(count) },
        headers: { 'idempotency-key': `batch-${count}` },
      }),
    )
  // The first request marks the token as used.
  await send(1)
  const statements = await send(50)
  assert.deepEqual(
    statements.map((text) =>
      text
        .trim()
        .split(/[\s(]+/, 2)
        .join(' '),
    ),
    [
      'select to_json',
      'select a.id',
      'select digest,',
      'with input',
      'with new_event',
      'select f.id',
      'insert into',
      'insert into',
    ],
  )
})

test('saves no file if one of them is refused', async (t) => {
  const { a, newFile, countRows } = await setup(t)
  const { vendor } = a.people
  const before = await countRows()
  const refused = async (status: number, code: string, ...bad: object[]) =>
    expectProblem(
      vendor.call(contract.uploadBatch, {
        body: { files: [newFile('good.txt', 'good'), ...bad] as never },
      }),
      status,
      code,
    )
  await refused(422, 'file.mismatch', newFile('bad', 'bytes', { length: 4 }))
  await refused(422, 'file.mismatch', newFile('bad', 'bytes', { md5: 'a'.repeat(32) }))
  await refused(422, 'file.mismatch', newFile('bad', 'bytes', { sha256: 'a'.repeat(64) }))
  await refused(422, 'body.invalid', newFile('bad', '', { content: 'no*base64' }))
  await refused(422, 'body.invalid', newFile('bad\u0007name', ''))
  await refused(403, 'field.protected', newFile('bad', '', { embargo: { event: true } }))
  await refused(404, 'asset.not-found', newFile('bad', '', { asset: 'f'.repeat(24) }))
  await refused(422, 'body.invalid', ...Array.from({ length: 50 }, () => newFile('many', '')))
  await expectProblem(
    vendor.call(contract.uploadBatch, { body: { files: [] } }),
    422,
    'body.invalid',
  )
  await refused(413, 'body.too-large', newFile('large', randomBytes(1024 * 1024)))
  assert.deepEqual(await countRows(), before)
})

test('an embargoed file has an event of its own, which others do not see', async (t) => {
  const { a, newFile } = await setup(t)
  const { studio, territory } = a.people
  const end = Math.floor(Date.now() / 1000) + 3600
  const { files } = await studio.call(contract.uploadBatch, {
    body: {
      files: [
        newFile('open.txt', 'open'),
        newFile('held.txt', 'held', { embargo: { event: false, end } }),
        newFile('event.txt', 'event', { embargo: { event: true } }),
      ],
    },
  })
  const [open, held, event] = files.map(({ _id }) => _id)
  const arrivals = async (person: typeof studio) =>
    (await person.call(events.listEvents, { query: { type: 'fin' } })).items.map((one) => one.files)
  assert.deepEqual(new Set((await arrivals(studio)).flat()), new Set([open, held, event]))
  assert.deepEqual(
    (await arrivals(territory)).flat().filter((id) => id !== open),
    [],
  )
  await expectProblem(
    territory.call(contract.getFile, { params: { id: held! } }),
    404,
    'file.not-found',
  )
})

test('processes media and waits for the end of an embargo', async (t) => {
  const { a, db, newFile } = await setup(t)
  const end = Math.floor(Date.now() / 1000) + 3600
  const { files } = await a.people.studio.call(contract.uploadBatch, {
    body: {
      files: [newFile('still.png', PNG), newFile('later.txt', 'later', { embargo: { end } })],
    },
  })
  const [still, later] = files
  assert.deepEqual(
    [still!.verified, still!.media?.steps.map(({ step }) => step), later!.media],
    [false, ['probe'], null],
  )
  const { rows } = await sql<{ kind: string; file: string }>`
    select kind, payload ->> 'file' as file from job
    where kind in ('process-media', 'lift-embargo') order by kind`.execute(db)
  assert.deepEqual(rows, [
    { kind: 'lift-embargo', file: later!._id },
    { kind: 'process-media', file: still!._id },
  ])
})

test('a repeated request with the same key returns the same files', async (t) => {
  const { a, newFiles, countRows } = await setup(t)
  const request = { body: { files: newFiles(3) }, headers: { 'idempotency-key': 'batch' } }
  const first = await a.people.vendor.call(contract.uploadBatch, request)
  const after = await countRows()
  assert.deepEqual(await a.people.vendor.call(contract.uploadBatch, request), first)
  assert.deepEqual(await countRows(), after)
})

test('storing corrupt bytes again repairs the older file', async (t) => {
  const { a, db, newFile } = await setup(t)
  const send = async () =>
    (await a.people.vendor.call(contract.uploadBatch, { body: { files: [newFile('x', 'x')] } }))
      .files[0]!
  const older = await send()
  await sql`update object set corrupt_at = now()`.execute(db)
  await sql`update file set verified_at = null, warnings = ${JSON.stringify([
    { code: 'storage.rot', severity: 'error', message: '' },
  ])}::jsonb where id = ${older._id}`.execute(db)
  await send()
  const { verified, warnings } = await a.people.vendor.call(contract.getFile, {
    params: { id: older._id },
  })
  assert.deepEqual([verified, warnings], [true, []])
})

test('the audit log names the files without their bytes', async (t) => {
  const { a, admin, newFile } = await setup(t)
  await a.people.vendor.call(contract.uploadBatch, {
    body: { files: [newFile('secret.txt', 'secret')] },
  })
  const { items } = await admin.call(audit.listAudit)
  const { act, asked, studios } = items[0]!
  assert.deepEqual([act, studios], ['POST /files/batch', [a.studio._id]])
  assert.deepEqual(asked, {
    files: [{ name: 'secret.txt', asset: a.asset._id, content: '[redacted]' }],
  })
})
