import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { files, uploads } from '@reelay/api/contract'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { connectFaulty } from '../test/faulty-connection.ts'
import type { Client, UploadOptions } from './client.ts'
import { openFileSource } from './node.ts'

const BYTES = randomBytes(1_000_000)
const SHA256 = hash('sha256', BYTES)
const CHUNK = 300_000
const MEBIBYTE = 1024 * 1024

async function setup(t: TestContext) {
  const connection = await connectFaulty(t)
  const { vendor } = connection.a.people
  const bytesSent = () =>
    connection.requests
      .filter(({ path }) => path.startsWith('/uploads'))
      .reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    ...connection,
    vendor,
    bytesSent,
    file: { name: 'master.bin', asset: connection.a.asset._id },
    ...connection.clientOf(vendor),
  }
}

test('sends chunks with their digests and reports progress', async (t) => {
  const { upload, file, requests } = await setup(t)
  const steps: number[] = []
  const { sha256, length, name } = await upload({
    source: BYTES,
    file,
    chunkSize: CHUNK,
    onProgress: ({ confirmed, total }) => steps.push(confirmed / total),
  })
  assert.deepEqual([sha256, length, name], [SHA256, BYTES.length, 'master.bin'])
  assert.deepEqual(steps, [0, 0.3, 0.6, 0.9, 1])
  assert.deepEqual(
    requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers }) => headers['upload-checksum']?.split(' ')[0]),
    ['sha256', 'sha256', 'sha256', 'sha256'],
  )
})

test('sends a small file in one request, and also an empty file', async (t) => {
  const { upload, file, requests } = await setup(t)
  assert.equal((await upload({ source: new Blob([BYTES]), file })).sha256, SHA256)
  assert.deepEqual(
    requests.map(({ method, path }) => `${method} ${path.split('/')[1]}`),
    ['POST files', 'POST uploads', 'GET files'],
  )
  assert.equal((await upload({ source: new Uint8Array(), file })).length, 0)
})

test('resends only unconfirmed bytes after lost connections and flipped bits', async (t) => {
  const { upload, file, requests, injectFaults, bytesSent } = await setup(t)
  const patches = () => requests.filter(({ method }) => method === 'PATCH').length
  injectFaults(({ method }) =>
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
  assert.equal((await upload({ source: BYTES, file, chunkSize: CHUNK })).sha256, SHA256)
  assert.equal(bytesSent(), BYTES.length + 3 * CHUNK, 'only chunks that did not arrive intact')
  assert.equal(
    requests.filter(({ method }) => method === 'HEAD').length,
    6,
    'one offset request after each failure',
  )
})

test('finds an upload again whose creation response was lost', async (t) => {
  const { upload, file, requests, injectFaults, vendor } = await setup(t)
  injectFaults(({ method, path }, index) =>
    method === 'POST' && path === '/uploads' && index < 4 ? 'unanswered' : undefined,
  )
  assert.equal((await upload({ source: BYTES, file })).sha256, SHA256)
  assert.equal((await upload({ source: BYTES, file, chunkSize: CHUNK })).sha256, SHA256)
  assert.equal(
    requests.filter(({ method, path }) => method === 'POST' && path === '/uploads').length,
    2,
  )
  assert.equal((await vendor.call(uploads.listUploads)).total, 0, 'no unfinished upload remains')
})

test('resumes a stopped upload by the id of the file', async (t) => {
  const { upload, file, bytesSent, vendor, clientOf } = await setup(t)
  const controller = new AbortController()
  let id = ''
  const uploading = upload({
    source: BYTES,
    file,
    chunkSize: CHUNK,
    signal: controller.signal,
    onProgress: ({ sent, file: fileId }) => {
      id = fileId
      if (sent === 2 * CHUNK) controller.abort()
    },
  })
  await assert.rejects(uploading, { name: 'AbortError' })
  const resumed = await clientOf(vendor).upload({ source: BYTES, file: id, chunkSize: CHUNK })
  assert.deepEqual([resumed._id, resumed.sha256, bytesSent()], [id, SHA256, BYTES.length])
  assert.equal(
    (await upload({ source: BYTES, file: id })).sha256,
    SHA256,
    'a finished upload resolves at once',
  )
  assert.equal(bytesSent(), BYTES.length)
})

test('throws when the service rejects the complete file', async (t) => {
  const { upload, file, injectFaults, call } = await setup(t)
  await expectProblem(
    upload({ source: BYTES, file: { ...file, md5: '0'.repeat(32) } }),
    422,
    'file.mismatch',
  )
  injectFaults(({ method }) => (method === 'PATCH' ? 'unanswered' : undefined))
  await expectProblem(
    upload({ source: BYTES, file: { ...file, md5: '0'.repeat(32) }, chunkSize: 600_000 }),
    410,
    'file.mismatch',
  )
  await expectProblem(upload({ source: BYTES, file: 'f'.repeat(24) }), 404)
  assert.equal((await call(files.listFiles)).items.filter(({ verified }) => verified).length, 0)
})

test('uploads a file from disk and fails if it becomes shorter', async (t) => {
  const { upload, file } = await setup(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-source-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const path = join(home, 'master.bin')
  await writeFile(path, BYTES)
  {
    await using source = await openFileSource(path)
    assert.equal((await upload({ source, file, chunkSize: CHUNK })).sha256, SHA256)
  }
  await using source = await openFileSource(path)
  await assert.rejects(
    upload({
      source,
      file,
      chunkSize: CHUNK,
      onProgress: ({ sent }) => {
        if (sent === CHUNK) void truncate(path, CHUNK)
      },
    }),
    /could not be read/,
  )
})

test('resumes a known upload without listing, and cancels one', async (t) => {
  const { upload, cancelUpload, file, requests, vendor } = await setup(t)
  const [id, uploadId] = await stopHalfway(upload, file)
  requests.length = 0
  await stopHalfway(upload, id, uploadId)
  assert.ok(requests.every(({ method, path }) => method !== 'GET' || path !== '/uploads'))
  await cancelUpload({ file: id })
  await cancelUpload({ file: id, upload: uploadId })
  assert.equal((await vendor.call(uploads.listUploads)).total, 0)
})

async function stopHalfway(
  upload: Client['upload'],
  file: UploadOptions['file'],
  known?: string,
): Promise<[file: string, upload: string]> {
  const controller = new AbortController()
  let ids: [string, string] | undefined
  await assert.rejects(
    upload({
      source: BYTES,
      file,
      upload: known,
      chunkSize: CHUNK,
      signal: controller.signal,
      onProgress: (progress) => {
        ids = [progress.file, progress.upload!]
        if (progress.confirmed >= CHUNK) controller.abort()
      },
    }),
    { name: 'AbortError' },
  )
  return ids!
}

test('halves chunks after a failure and reports the retry', async (t) => {
  const { upload, file, requests, injectFaults } = await setup(t)
  const chunks = () => requests.filter(({ method }) => method === 'PATCH')
  injectFaults(({ method }) => (method === 'PATCH' && chunks().length <= 2 ? 'unheard' : undefined))
  let retries = 0
  await upload({
    source: randomBytes(6 * MEBIBYTE),
    file,
    chunkSize: 4 * MEBIBYTE,
    onRetry: () => retries++,
  })
  assert.equal(retries, 2)
  assert.deepEqual(
    chunks().map(({ bytes }) => bytes / MEBIBYTE),
    [4, 2, 1, 2, 3],
  )
})
