// What every storage keeps to, whatever it is made of.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { Problem } from '../problem.ts'
import type { Storage } from './storage.ts'

const MEBIBYTE = 1024 * 1024
const sourceOf = (bytes: Buffer, size = 64 * 1024) => Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)))
const digest = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')

export function storageSuite(name: string, makeStorage: (t: TestContext) => Promise<Storage>) {
  const fact = (words: string, body: (storage: Storage) => Promise<void>) => void test(`${name}: ${words}`, async (t) => body(await makeStorage(t)))
  const readAll = (storage: Storage, key: string, length: number) => buffer(storage.read(key, { start: 0, end: length - 1 }))

  for (const length of [1, 4096, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 17]) fact(`${length} bytes come back as they went in, measured`, async (storage) => {
    const bytes = randomBytes(length)
    const received = await storage.put(sourceOf(bytes))
    assert.deepEqual({ length: received.length, md5: received.md5, sha256: received.sha256 }, { length, md5: digest('md5', bytes), sha256: digest('sha256', bytes) })
    assert.ok((await readAll(storage, received.key, length)).equals(bytes))
  })

  fact('nothing at all can be kept too', async (storage) => {
    const { length, md5, head } = await storage.put(Readable.from([]))
    assert.deepEqual([length, md5, head.length], [0, 'd41d8cd98f00b204e9800998ecf8427e', 0])
  })

  fact('the head is how the bytes begin, whatever pieces they came in', async (storage) => {
    const bytes = randomBytes(9000)
    const { head } = await storage.put(sourceOf(bytes, 7))
    assert.ok(head.equals(bytes.subarray(0, 4096)))
    const { head: whole } = await storage.put(sourceOf(bytes.subarray(0, 10)))
    assert.ok(whole.equals(bytes.subarray(0, 10)))
  })

  fact('any span can be read, both ends included', async (storage) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const { key } = await storage.put(sourceOf(bytes))
    for (const [start, end] of [[0, 0], [5, 9], [MEBIBYTE - 1, MEBIBYTE], [bytes.length - 1, bytes.length - 1]] as const) {
      assert.ok((await buffer(storage.read(key, { start, end }))).equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
    }
  })

  fact('the same bytes twice are one object, also when they come at once', async (storage) => {
    const bytes = randomBytes(MEBIBYTE)
    const keys = await Promise.all([1, 2, 3, 4].map(async () => (await storage.put(sourceOf(bytes))).key))
    assert.equal(new Set([...keys, (await storage.put(sourceOf(bytes))).key]).size, 1)
    assert.ok((await readAll(storage, keys[0]!, bytes.length)).equals(bytes))
  })

  fact('other bytes are another object, and leave the first as it was', async (storage) => {
    const [one, other] = [randomBytes(1000), randomBytes(1000)]
    const [first, second] = [await storage.put(sourceOf(one)), await storage.put(sourceOf(other))]
    assert.notEqual(first.key, second.key)
    assert.ok((await readAll(storage, first.key, 1000)).equals(one))
  })

  fact('a source that breaks leaves nothing, and says why', async (storage) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const broken = Readable.from((async function* () { yield bytes; throw new Problem(400, 'body.cut', 'cut off') })())
    await assert.rejects(storage.put(broken), (error) => error instanceof Problem && error.code === 'body.cut')
    await assert.rejects(readAll(storage, digest('sha256', bytes), bytes.length))
  })

  fact('what was never kept cannot be read', async (storage) => {
    await assert.rejects(readAll(storage, 'f'.repeat(64), 10))
  })
}
