import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Problem } from '../../http/contract/problem.ts'
import type { Intake } from '../intake.ts'
import { NO_BYTES, type SavedBytes, type Storage } from '../storage.ts'
import { MEBIBYTE, PART, digest, readAll, sourceOf, type Check } from './support.ts'

type CreateIntake = (storage: Storage) => Intake
const putWith = (createTestIntake: CreateIntake) => (storage: Storage, bytes: Buffer) =>
  createTestIntake(storage).put(sourceOf(bytes))

/** Objects: store, read, list and remove. */
export function objectTests(check: Check, createTestIntake: CreateIntake) {
  readTests(check, createTestIntake)
  storeTests(check, createTestIntake)
  batchTests(check, createTestIntake)
  listTests(check, createTestIntake)
}

function readTests(check: Check, createTestIntake: CreateIntake) {
  const put = putWith(createTestIntake)

  for (const length of [
    1,
    4096,
    MEBIBYTE - 1,
    MEBIBYTE,
    3 * MEBIBYTE + 17,
    PART - 1,
    PART,
    PART + 1,
    20 * MEBIBYTE + 3,
  ])
    check(`stores ${length} bytes and their digests`, async ({ unfinished }, storage) => {
      const bytes = randomBytes(length)
      const received = await put(storage, bytes)
      assert.deepEqual(
        { length: received.length, md5: received.md5, sha256: received.sha256 },
        { length, md5: digest('md5', bytes), sha256: digest('sha256', bytes) },
      )
      assert.ok((await readAll(storage, received.key, length)).equals(bytes))
      assert.equal(await storage.lengthOf(received.key), length)
      assert.deepEqual(await unfinished(), [])
    })

  check('stores an empty file', async (_setup, storage) => {
    const { length, md5, head, key } = await put(storage, Buffer.alloc(0))
    assert.deepEqual(
      [length, md5, head.length, await storage.lengthOf(key)],
      [0, 'd41d8cd98f00b204e9800998ecf8427e', 0, 0],
    )
  })

  check('returns the first bytes as head, for any chunk size', async (_setup, storage) => {
    const bytes = randomBytes(9000)
    const { head } = await createTestIntake(storage).put(sourceOf(bytes, 7))
    assert.ok(head.equals(bytes.subarray(0, 4096)))
    const { head: whole } = await put(storage, bytes.subarray(0, 10))
    assert.ok(whole.equals(bytes.subarray(0, 10)))
  })

  check('reads any range, both ends included', async (_setup, storage) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const { key } = await put(storage, bytes)
    for (const [start, end] of [
      [0, 0],
      [5, 9],
      [MEBIBYTE - 1, MEBIBYTE],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      assert.ok(
        (await buffer(storage.read(key, { start, end }))).equals(bytes.subarray(start, end + 1)),
        `${start}-${end}`,
      )
    }
  })
}

function storeTests(check: Check, createTestIntake: CreateIntake) {
  const put = putWith(createTestIntake)

  check('stores equal bytes once, also at the same time', async (_setup, storage) => {
    const bytes = randomBytes(PART + 1000)
    const keys = await Promise.all([1, 2, 3].map(async () => (await put(storage, bytes)).key))
    assert.equal(new Set([...keys, (await put(storage, bytes)).key]).size, 1)
    assert.ok((await readAll(storage, keys[0]!, bytes.length)).equals(bytes))
  })

  check('stores other bytes as another object', async (_setup, storage) => {
    const [bytes, otherBytes] = [randomBytes(1000), randomBytes(1000)]
    const [first, second] = [await put(storage, bytes), await put(storage, otherBytes)]
    assert.notEqual(first.key, second.key)
    assert.ok((await readAll(storage, first.key, 1000)).equals(bytes))
  })

  check('stores nothing when the source fails', async ({ unfinished }, storage) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const broken = Readable.from(
      (async function* () {
        yield bytes
        throw new Problem(400, 'body.incomplete', 'cut off')
      })(),
    )
    await assert.rejects(
      createTestIntake(storage).put(broken),
      (error) => error instanceof Problem && error.code === 'body.incomplete',
    )
    await assert.rejects(readAll(storage, digest('sha256', bytes), bytes.length))
    assert.deepEqual(await unfinished(), [])
  })

  check('stores nothing when the bytes are not accepted', async ({ unfinished }, storage) => {
    const bytes = randomBytes(1000)
    await assert.rejects(
      createTestIntake(storage).put(sourceOf(bytes), () => {
        throw new Error('not what was registered')
      }),
      /not what was registered/,
    )
    assert.equal(await storage.lengthOf(digest('sha256', bytes)), undefined)
    assert.deepEqual(await unfinished(), [])
  })
}

/** Small contents from memory. */
function batchTests(check: Check, createTestIntake: CreateIntake) {
  check('stores many contents, equal ones once', async ({ unfinished, damage }, storage) => {
    const { putAll } = createTestIntake(storage)
    const contents = [0, 1, 5000, 100_000].map((length) => randomBytes(length))
    const objects = await putAll([...contents, contents[2]!], () => {})
    assert.deepEqual(
      objects.map(({ key, length, md5, head }) => [key, length, md5, head.length]),
      [...contents, contents[2]!].map((bytes) => [
        digest('sha256', bytes),
        bytes.length,
        digest('md5', bytes),
        Math.min(bytes.length, 4096),
      ]),
    )
    await damage(objects[2]!.key)
    await putAll([contents[2]!], () => {})
    for (const bytes of contents.slice(1))
      assert.ok((await readAll(storage, digest('sha256', bytes), bytes.length)).equals(bytes))
    assert.equal(await storage.lengthOf(objects[0]!.key), 0)
    assert.deepEqual(await unfinished(), [])
  })

  check('stores none of many contents if one is not accepted', async (_setup, storage) => {
    const contents = [randomBytes(100), randomBytes(100)]
    await assert.rejects(
      createTestIntake(storage).putAll(contents, (_measured, place) => {
        if (place === 1) throw new Error('not what was registered')
      }),
      /not what was registered/,
    )
    for (const bytes of contents)
      assert.equal(await storage.lengthOf(digest('sha256', bytes)), undefined)
  })
}

function listTests(check: Check, createTestIntake: CreateIntake) {
  const put = putWith(createTestIntake)

  check('cannot read an unknown object', async (_setup, storage) => {
    await assert.rejects(readAll(storage, 'f'.repeat(64), 10))
    assert.equal(await storage.lengthOf('f'.repeat(64)), undefined)
  })

  check('removes an object, also twice', async (_setup, storage) => {
    const { key } = await put(storage, Buffer.from('abc'))
    await storage.remove(key)
    await storage.remove(key)
    assert.equal(await storage.lengthOf(key), undefined)
  })

  check('lists only published objects, with their length', async (_setup, storage) => {
    assert.deepEqual(await Array.fromAsync(storage.list()), [])
    const objects = await Promise.all(
      [10, 2000, 300_000].map((length) => put(storage, randomBytes(length))),
    )
    const writer = await storage.resume(randomUUID(), NO_BYTES)
    await writer.write(randomBytes(5000))
    await writer.save()
    await writer.close()
    const listed = await Array.fromAsync(storage.list())
    assert.deepEqual(
      new Map(listed.map(({ key, length }) => [key, length])),
      new Map(objects.map(({ key, length }) => [key, length])),
    )
    assert.ok(listed.every(({ changed }) => Math.abs(Date.now() - changed) < 60_000))
  })

  check('reports free space', async (_setup, storage) => {
    assert.ok(Number.isSafeInteger(await storage.freeBytes()) && (await storage.freeBytes()) > 0)
  })

  check('rejects invalid names in every call', async (_setup, storage) => {
    for (const name of [
      '../x',
      '..',
      '.',
      '',
      'a/b',
      'a\\b',
      'a\0',
      'A',
      '%2e%2e',
      'a'.repeat(101),
    ]) {
      const foreign: SavedBytes = { length: 1, parts: [{ name, length: 1 }] }
      const calls: (() => Promise<unknown>)[] = [
        async () => storage.resume(name, NO_BYTES),
        async () => storage.publish(name, NO_BYTES, 'a'),
        async () => storage.publish('a', NO_BYTES, name),
        async () => storage.discard(name),
        async () => buffer(storage.read(name, { start: 0, end: 0 })),
        async () => storage.lengthOf(name),
        async () => storage.remove(name),
        async () => storage.publish('a', foreign, 'b'),
        async () => buffer(await storage.readSaved('a', foreign)),
      ]
      for (const call of calls)
        await assert.rejects(
          call,
          /not a valid object name/,
          `${JSON.stringify(name)}: ${String(call)}`,
        )
    }
  })
}
