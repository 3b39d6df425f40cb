// What every storage keeps to, whatever it is made of.
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Problem } from '../http/contract/problem.ts'
import { startHashing } from './hashing.ts'
import { createIntake } from './intake.ts'
import { NO_BYTES, type IncomingWriter, type SavedBytes, type Storage } from './storage.ts'

/** Where one storage lies, as its tests see it. */
export type Place = {
  /** As another process would. */
  open: () => Storage
  /** Other bytes of the same length lie where this object was. */
  spoil: (key: string) => Promise<void>
  /** The names of all that is not a whole object. */
  unfinished: () => Promise<string[]>
}

export const MEBIBYTE = 1024 * 1024
/** Larger pieces of S3 begin here. */
const PART = 8 * MEBIBYTE
export const sourceOf = (bytes: Buffer, size = 64 * 1024) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  )
export const digest = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')
export const readAll = (storage: Storage, key: string, length: number) =>
  buffer(storage.read(key, { start: 0, end: length - 1 }))

/** `runs` is how many lives of an upload are made up. */
export function storageSuite(
  name: string,
  makePlace: (t: TestContext) => Promise<Place | undefined>,
  { runs }: { runs: number },
) {
  const hashing = startHashing()
  const fact = (words: string, body: (place: Place, storage: Storage) => Promise<void>) =>
    void test(`${name}: ${words}`, async (t) => {
      const place = await makePlace(t)
      if (place) await body(place, place.open())
    })
  const intakeOf = (storage: Storage) => createIntake(storage, hashing)
  const put = (storage: Storage, bytes: Buffer) => intakeOf(storage).put(sourceOf(bytes))

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
    fact(`${length} bytes come back as they went in, measured`, async ({ unfinished }, storage) => {
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

  fact('nothing at all can be kept too', async (_place, storage) => {
    const { length, md5, head, key } = await put(storage, Buffer.alloc(0))
    assert.deepEqual(
      [length, md5, head.length, await storage.lengthOf(key)],
      [0, 'd41d8cd98f00b204e9800998ecf8427e', 0, 0],
    )
  })

  fact('the head is how the bytes begin, whatever pieces they came in', async (_place, storage) => {
    const bytes = randomBytes(9000)
    const { head } = await intakeOf(storage).put(sourceOf(bytes, 7))
    assert.ok(head.equals(bytes.subarray(0, 4096)))
    const { head: whole } = await put(storage, bytes.subarray(0, 10))
    assert.ok(whole.equals(bytes.subarray(0, 10)))
  })

  fact('any span can be read, both ends included', async (_place, storage) => {
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

  fact(
    'the same bytes twice are one object, also when they come at once',
    async (_place, storage) => {
      const bytes = randomBytes(PART + 1000)
      const keys = await Promise.all([1, 2, 3].map(async () => (await put(storage, bytes)).key))
      assert.equal(new Set([...keys, (await put(storage, bytes)).key]).size, 1)
      assert.ok((await readAll(storage, keys[0]!, bytes.length)).equals(bytes))
    },
  )

  fact('other bytes are another object, and leave the first as it was', async (_place, storage) => {
    const [one, other] = [randomBytes(1000), randomBytes(1000)]
    const [first, second] = [await put(storage, one), await put(storage, other)]
    assert.notEqual(first.key, second.key)
    assert.ok((await readAll(storage, first.key, 1000)).equals(one))
  })

  fact('a source that breaks leaves nothing, and says why', async ({ unfinished }, storage) => {
    const bytes = randomBytes(2 * MEBIBYTE)
    const broken = Readable.from(
      (async function* () {
        yield bytes
        throw new Problem(400, 'body.cut', 'cut off')
      })(),
    )
    await assert.rejects(
      intakeOf(storage).put(broken),
      (error) => error instanceof Problem && error.code === 'body.cut',
    )
    await assert.rejects(readAll(storage, digest('sha256', bytes), bytes.length))
    assert.deepEqual(await unfinished(), [])
  })

  fact('bytes that are not accepted leave nothing', async ({ unfinished }, storage) => {
    const bytes = randomBytes(1000)
    await assert.rejects(
      intakeOf(storage).put(sourceOf(bytes), () => {
        throw new Error('not what was registered')
      }),
      /not what was registered/,
    )
    assert.equal(await storage.lengthOf(digest('sha256', bytes)), undefined)
    assert.deepEqual(await unfinished(), [])
  })

  fact('what was never kept cannot be read, and has no length', async (_place, storage) => {
    await assert.rejects(readAll(storage, 'f'.repeat(64), 10))
    assert.equal(await storage.lengthOf('f'.repeat(64)), undefined)
  })

  fact('what was removed is gone, and to remove it again is no fault', async (_place, storage) => {
    const { key } = await put(storage, Buffer.from('abc'))
    await storage.remove(key)
    await storage.remove(key)
    assert.equal(await storage.lengthOf(key), undefined)
  })

  fact('all that is whole is listed with its length, and nothing else', async (_place, storage) => {
    assert.deepEqual(await Array.fromAsync(storage.list()), [])
    const kept = await Promise.all(
      [10, 2000, 300_000].map((length) => put(storage, randomBytes(length))),
    )
    const incoming = await storage.resume(randomUUID(), NO_BYTES)
    await incoming.write(randomBytes(5000))
    await incoming.save()
    await incoming.close()
    const listed = await Array.fromAsync(storage.list())
    assert.deepEqual(
      new Map(listed.map(({ key, length }) => [key, length])),
      new Map(kept.map(({ key, length }) => [key, length])),
    )
    assert.ok(listed.every(({ changed }) => Math.abs(Date.now() - changed) < 60_000))
  })

  fact('there is room', async (_place, storage) => {
    assert.ok(Number.isSafeInteger(await storage.freeBytes()) && (await storage.freeBytes()) > 0)
  })

  fact('a name that is not ours is refused, whoever asks', async (_place, storage) => {
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
      const asked: (() => Promise<unknown>)[] = [
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
      for (const ask of asked)
        await assert.rejects(ask, /not a name/, `${JSON.stringify(name)}: ${String(ask)}`)
    }
  })

  fact(
    'another process goes on where one stopped, and what it finds is what was written',
    async ({ open, unfinished }, storage) => {
      const [id, bytes] = [randomUUID(), randomBytes(2 * PART + 12_345)]
      let kept: SavedBytes = NO_BYTES
      for (const [from, to] of [
        [0, 1000],
        [1000, PART - 1],
        [PART - 1, PART],
        [PART, PART + 5],
        [PART + 5, bytes.length],
      ] as const) {
        const incoming = await open().resume(id, kept)
        await writeAll(incoming, bytes.subarray(from, to))
        kept = await incoming.save()
        await incoming.close()
        assert.equal(kept.length, to)
        assert.ok(
          (
            await buffer(await open().readSaved(id, JSON.parse(JSON.stringify(kept)) as SavedBytes))
          ).equals(bytes.subarray(0, to)),
          `up to ${to}`,
        )
      }
      assert.deepEqual(await intakeOf(storage).digestSaved(id, kept), {
        md5: digest('md5', bytes),
        sha256: digest('sha256', bytes),
      })
      await finish(storage, id, kept, bytes)
      assert.deepEqual(await unfinished(), [])
    },
  )

  fact('a sitting may save, and go on', async (_place, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(PART + 3 * MEBIBYTE)]
    const incoming = await storage.resume(id, NO_BYTES)
    for (let at = 0; at < bytes.length; at += MEBIBYTE) {
      await incoming.write(bytes.subarray(at, at + MEBIBYTE))
      assert.equal((await incoming.save()).length, at + MEBIBYTE)
    }
    const kept = await incoming.save()
    assert.deepEqual(await incoming.save(), kept)
    await incoming.close()
    await finish(storage, id, kept, bytes)
  })

  fact('what was written after the last save is not part of it', async (_place, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(5000)]
    const incoming = await storage.resume(id, NO_BYTES)
    await incoming.write(bytes)
    const kept = await incoming.save()
    await incoming.write(randomBytes(PART))
    await incoming.close()
    assert.ok((await buffer(await storage.readSaved(id, kept))).equals(bytes))
    await finish(storage, id, kept, bytes)
  })

  fact(
    'of two who sit at once the one whose record is used wins, however late the other writes',
    async ({ open }, storage) => {
      const [id, begin, end] = [randomUUID(), randomBytes(PART + 1000), randomBytes(PART)]
      const [zombie, begun] = await begunBy(storage, id, begin)
      const successor = await open().resume(id, begun)
      await writeAll(zombie, randomBytes(PART))
      await writeAll(successor, end)
      const kept = await successor.save()
      await successor.close()
      await zombie.save()
      await writeAll(zombie, randomBytes(PART))
      const bytes = Buffer.concat([begin, end])
      await storage.publish(id, kept, digest('sha256', bytes))
      await lateWords(zombie)
      await finish(storage, id, kept, bytes)
    },
  )

  fact('who still sits on what is published can not change it', async (_place, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(1000)]
    const [zombie, kept] = await begunBy(storage, id, bytes)
    await storage.publish(id, kept, digest('sha256', bytes))
    await lateWords(zombie)
    assert.equal(await storage.lengthOf(digest('sha256', bytes)), bytes.length)
    await finish(storage, id, kept, bytes)
  })

  for (const length of [1000, PART + 1000])
    fact(
      `published twice is published once, also when the parts are gone (${length} bytes)`,
      async (_place, storage) => {
        const [id, bytes] = [randomUUID(), randomBytes(length)]
        const [incoming, kept] = await begunBy(storage, id, bytes)
        await incoming.close()
        await Promise.all([1, 2, 3].map(() => storage.publish(id, kept, digest('sha256', bytes))))
        await finish(storage, id, kept, bytes)
        await finish(storage, id, kept, bytes)
        await Promise.all([1, 2].map(() => storage.publish(id, kept, digest('sha256', bytes))))
        await assert.rejects(
          storage.publish(id, kept, 'e'.repeat(64)),
          'but not under a name that nothing bears',
        )
        assert.equal(await storage.lengthOf('e'.repeat(64)), undefined)
      },
    )

  fact('a part that is shorter than was said is never published', async (_place, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(PART + 1000)]
    const [incoming, kept] = await begunBy(storage, id, bytes)
    await incoming.close()
    const last = kept.parts.at(-1)!
    const longer = {
      length: kept.length + 5,
      parts: [...kept.parts.slice(0, -1), { ...last, length: last.length + 5 }],
    }
    await assert.rejects(storage.publish(id, longer, 'd'.repeat(64)))
    await assert.rejects(async () => buffer(await storage.readSaved(id, longer)))
    assert.equal(await storage.lengthOf('d'.repeat(64)), undefined)
  })

  fact('bytes that have rotted are healed by the same bytes', async ({ spoil }, storage) => {
    for (const length of [1000, PART + 1000]) {
      const bytes = randomBytes(length)
      const { key } = await put(storage, bytes)
      await spoil(key)
      assert.ok(!(await readAll(storage, key, length)).equals(bytes))
      await put(storage, bytes)
      assert.ok((await readAll(storage, key, length)).equals(bytes))
    }
  })

  fact(
    'what was dropped leaves nothing, and to drop it again is no fault',
    async ({ unfinished }, storage) => {
      const [id, other] = [randomUUID(), randomUUID()]
      for (const one of [id, other])
        await (await begunBy(storage, one, randomBytes(PART + 1000)))[0].close()
      await storage.discard(id)
      await storage.discard(id)
      const left = await unfinished()
      assert.ok(left.length > 0 && left.every((name) => name.includes(other)), left.join())
    },
  )

  fact('what nobody added to for a while is found', async (_place, storage) => {
    const [id, done] = [randomUUID(), randomUUID()]
    for (const one of [id, done]) await (await begunBy(storage, one, randomBytes(1000)))[0].close()
    await storage.discard(done)
    await sleep(50)
    assert.deepEqual(await storage.listAbandoned(60), [])
    assert.deepEqual(await storage.listAbandoned(0), [id])
  })

  fact(
    'however it is written, saved, given up and taken up again, the bytes are those that were acknowledged',
    async ({ open, unfinished }, storage) => {
      const step = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.oneof(
            fc.integer({ min: 1, max: 5000 }),
            fc.integer({ min: 1, max: 6 * MEBIBYTE }),
          ),
        },
        fc.constantFrom('save', 'close', 'vanish'),
      )
      const bytes = randomBytes(6 * MEBIBYTE)
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const id = randomUUID()
          let [kept, expected, written] = [NO_BYTES, Buffer.alloc(0), Buffer.alloc(0)]
          let incoming = await open().resume(id, kept)
          const left: IncomingWriter[] = []
          for (const one of [...steps, 'save']) {
            if (typeof one === 'number') {
              await writeAll(incoming, bytes.subarray(0, one))
              written = Buffer.concat([written, bytes.subarray(0, one)])
            } else if (one === 'save') [kept, expected] = [await incoming.save(), written]
            else {
              if (one === 'close') await incoming.close()
              else left.push(incoming)
              incoming = await open().resume(id, kept)
              written = expected
            }
          }
          await incoming.close()
          await finish(storage, id, kept, expected)
          await Promise.all(left.map((one) => one.close()))
          await storage.discard(id)
          assert.deepEqual(await unfinished(), [])
        }),
        { numRuns: runs },
      )
    },
  )
}

/** In pieces, as the intake does. */
async function writeAll(incoming: IncomingWriter, bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += MEBIBYTE)
    await incoming.write(bytes.subarray(at, at + MEBIBYTE))
}

async function begunBy(
  storage: Storage,
  id: string,
  bytes: Buffer,
): Promise<[IncomingWriter, SavedBytes]> {
  const incoming = await storage.resume(id, NO_BYTES)
  await writeAll(incoming, bytes)
  return [incoming, await incoming.save()]
}

async function lateWords(zombie: IncomingWriter) {
  await Promise.allSettled([zombie.write(randomBytes(MEBIBYTE))])
  await Promise.allSettled([zombie.save()])
  await zombie.close()
}

async function finish(storage: Storage, id: string, kept: SavedBytes, bytes: Buffer) {
  const key = digest('sha256', bytes)
  await storage.publish(id, kept, key)
  await storage.discard(id)
  assert.equal(await storage.lengthOf(key), bytes.length)
  if (bytes.length) assert.ok((await readAll(storage, key, bytes.length)).equals(bytes))
}
