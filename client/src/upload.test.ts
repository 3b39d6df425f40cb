import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { files, uploads } from '@reelay/api/contract'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { line } from '../test/faulty-connection.ts'
import { openSource } from './node.ts'

const BYTES = randomBytes(1_000_000)
const SHA256 = hash('sha256', BYTES)
const PIECE = 300_000

async function desk(t: TestContext) {
  const house = await line(t)
  const { vendor } = house.a.people
  const bytesSent = () =>
    house.sent
      .filter(({ path }) => path.startsWith('/uploads'))
      .reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    ...house,
    vendor,
    bytesSent,
    file: { name: 'master.bin', asset: house.a.asset._id },
    ...house.clientOf(vendor),
  }
}

test('a file comes piece by piece, each with its digest, and is told how far it is', async (t) => {
  const { upload, file, sent } = await desk(t)
  const steps: number[] = []
  const { sha256, length, name } = await upload({
    bytes: BYTES,
    file,
    pieceSize: PIECE,
    onProgress: ({ sent: so, total }) => steps.push(so / total),
  })
  assert.deepEqual([sha256, length, name], [SHA256, BYTES.length, 'master.bin'])
  assert.deepEqual(steps, [0, 0.3, 0.6, 0.9, 1])
  assert.deepEqual(
    sent
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers }) => headers['upload-checksum']?.split(' ')[0]),
    ['sha256', 'sha256', 'sha256', 'sha256'],
  )
})

test('what fits into one piece takes two calls and a look; nothing at all can come too', async (t) => {
  const { upload, file, sent } = await desk(t)
  assert.equal((await upload({ bytes: new Blob([BYTES]), file })).sha256, SHA256)
  assert.deepEqual(
    sent.map(({ method, path }) => `${method} ${path.split('/')[1]}`),
    ['POST files', 'POST uploads', 'GET files'],
  )
  assert.equal((await upload({ bytes: new Uint8Array(), file })).length, 0)
})

test('lines that break, bits that flip, answers that are lost: the bytes are the same, and no acknowledged one is sent again', async (t) => {
  const { upload, file, sent, trouble, bytesSent } = await desk(t)
  const patches = () => sent.filter(({ method }) => method === 'PATCH').length
  trouble(({ method }) =>
    method === 'PATCH'
      ? (
          [
            'unanswered',
            'unheard',
            'flipped',
            undefined,
            'busy',
            'unanswered',
            'unanswered',
          ] as const
        )[patches() - 1]
      : undefined,
  )
  assert.equal((await upload({ bytes: BYTES, file, pieceSize: PIECE })).sha256, SHA256)
  assert.equal(
    bytesSent(),
    BYTES.length + 3 * PIECE,
    'only those that did not arrive, or not whole',
  )
  assert.equal(
    sent.filter(({ method }) => method === 'HEAD').length,
    6,
    'one question after each failure',
  )
})

test('beginnings that are lost are found again, with all that came along', async (t) => {
  const { upload, file, sent, trouble, vendor } = await desk(t)
  trouble(({ method, path }, number) =>
    method === 'POST' && path === '/uploads' && number < 4 ? 'unanswered' : undefined,
  )
  assert.equal((await upload({ bytes: BYTES, file })).sha256, SHA256)
  assert.equal((await upload({ bytes: BYTES, file, pieceSize: PIECE })).sha256, SHA256)
  assert.equal(
    sent.filter(({ method, path }) => method === 'POST' && path === '/uploads').length,
    2,
  )
  assert.equal((await vendor.call(uploads.listUploads)).total, 0, 'no beginning is left over')
})

test('who was stopped goes on another day, with the id of the file alone', async (t) => {
  const { upload, file, bytesSent, vendor, clientOf } = await desk(t)
  const leaving = new AbortController()
  let id = ''
  const stopped = upload({
    bytes: BYTES,
    file,
    pieceSize: PIECE,
    signal: leaving.signal,
    onProgress: ({ sent, file: of }) => {
      id = of
      if (sent === 2 * PIECE) leaving.abort()
    },
  })
  await assert.rejects(stopped, { name: 'AbortError' })
  const again = await clientOf(vendor).upload({ bytes: BYTES, file: id, pieceSize: PIECE })
  assert.deepEqual([again._id, again.sha256, bytesSent()], [id, SHA256, BYTES.length])
  assert.equal(
    (await upload({ bytes: BYTES, file: id })).sha256,
    SHA256,
    'and who comes after the end has nothing to do',
  )
  assert.equal(bytesSent(), BYTES.length)
})

test('what the service finds wrong with the whole is a refusal', async (t) => {
  const { upload, file, trouble, call } = await desk(t)
  await expectProblem(
    upload({ bytes: BYTES, file: { ...file, md5: '0'.repeat(32) } }),
    422,
    'file.mismatch',
  )
  trouble(({ method }) => (method === 'PATCH' ? 'unanswered' : undefined))
  await expectProblem(
    upload({ bytes: BYTES, file: { ...file, md5: '0'.repeat(32) }, pieceSize: 600_000 }),
    410,
    'file.mismatch',
  )
  await expectProblem(upload({ bytes: BYTES, file: 'f'.repeat(24) }), 404)
  assert.equal((await call(files.listFiles)).items.filter(({ verified }) => verified).length, 0)
})

test('a file on a path is a source; one that became shorter is not waited for', async (t) => {
  const { upload, file } = await desk(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-source-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const path = join(home, 'master.bin')
  await writeFile(path, BYTES)
  {
    await using source = await openSource(path)
    assert.equal((await upload({ bytes: source, file, pieceSize: PIECE })).sha256, SHA256)
  }
  await using source = await openSource(path)
  await assert.rejects(
    upload({
      bytes: source,
      file,
      pieceSize: PIECE,
      onProgress: ({ sent }) => {
        if (sent === PIECE) void truncate(path, PIECE)
      },
    }),
    /could not be read/,
  )
})
