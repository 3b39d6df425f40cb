import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { startHashing } from './hashing.ts'
import { createIntake } from './intake.ts'
import { localStorage } from './local.ts'
import { NO_BYTES, type SavedBytes } from './storage.ts'
import { MEBIBYTE, digest, sourceOf } from './suite/support.ts'

async function open(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'reelay-intake-'))
  t.after(() => rm(path, { recursive: true }))
  const storage = localStorage(path)
  const intake = createIntake(storage, startHashing())
  const id = randomUUID()
  return { storage, intake, id, session: await intake.openSession(id, NO_BYTES) }
}

async function* broken(...pieces: Buffer[]) {
  yield* pieces
  throw new Error('the connection broke')
}

test('saves what came before a source failed and returns the error', async (t) => {
  const { storage, id, session } = await open(t)
  const bytes = randomBytes(3 * MEBIBYTE + 5)
  const { saved, interruptedBy } = await session.receive(
    broken(bytes.subarray(0, MEBIBYTE), bytes.subarray(MEBIBYTE)),
  )
  assert.match(String(interruptedBy), /the connection broke/)
  assert.equal(saved.length, bytes.length)
  await session.close()
  assert.ok((await buffer(await storage.readSaved(id, saved))).equals(bytes))
})

test('saves nothing of an incomplete source that must be whole', async (t) => {
  const { session } = await open(t)
  const saves: SavedBytes[] = []
  await assert.rejects(
    session.receive(broken(randomBytes(70 * MEBIBYTE)), {
      whole: true,
      onSaved: async (state) => void saves.push(state),
    }),
    /the connection broke/,
  )
  await session.close()
  assert.deepEqual(saves, [])
})

test('knows the digests of a session that saw every byte', async (t) => {
  const { intake, id, session } = await open(t)
  const bytes = randomBytes(2 * MEBIBYTE + 7)
  const digests = { md5: digest('md5', bytes), sha256: digest('sha256', bytes) }
  const first = await session.receive(sourceOf(bytes.subarray(0, 1000)))
  const { saved } = await session.receive(sourceOf(bytes.subarray(1000)))
  assert.deepEqual(await session.digests(), digests)
  await session.close()

  const later = await intake.openSession(id, first.saved)
  assert.equal(await later.digests(), undefined)
  await later.close()
  assert.deepEqual(await intake.digestSaved(id, saved), digests)
})

test('saves a long source at least every 64 MiB', async (t) => {
  const { session } = await open(t)
  const lengths: number[] = []
  await session.receive(sourceOf(Buffer.alloc(130 * MEBIBYTE), 300_000), {
    onSaved: async ({ length }) => void lengths.push(length),
  })
  await session.close()
  assert.equal(lengths.at(-1), 130 * MEBIBYTE)
  // More often on a slow computer, because time counts too.
  const steps = lengths.map((length, index) => length - (lengths[index - 1] ?? 0))
  assert.ok(steps.length >= 3 && Math.max(...steps) <= 64 * MEBIBYTE, lengths.join())
})

test('acknowledges nothing after a failed save', async (t) => {
  const { session } = await open(t)
  await assert.rejects(
    session.receive(sourceOf(randomBytes(1000)), {
      onSaved: async () => {
        throw new Error('no such upload any more')
      },
    }),
    /no such upload/,
  )
  await session.close()
})

test('passes every byte to the checksum and saves none if it is wrong', async (t) => {
  const { session } = await open(t)
  const [bytes, seen, saves] = [randomBytes(5 * MEBIBYTE + 3), [] as Buffer[], [] as SavedBytes[]]
  const checksum = {
    update: (piece: Uint8Array) => void seen.push(Buffer.from(piece)),
    verify: () => {},
  }
  const { saved } = await session.receive(sourceOf(bytes, 1_000_000), { checksum })
  assert.ok(Buffer.concat(seen).equals(bytes))
  assert.equal(saved.length, bytes.length)
  const wrong = {
    update: () => {},
    verify: () => {
      throw new Error('not these bytes')
    },
  }
  await assert.rejects(
    session.receive(sourceOf(bytes), {
      checksum: wrong,
      onSaved: async (state) => void saves.push(state),
    }),
    /not these bytes/,
  )
  await session.close()
  assert.deepEqual(saves, [])
})

test('saves nothing of a source that fails at once', async (t) => {
  const { storage, id, session } = await open(t)
  const { saved, interruptedBy } = await session.receive(broken())
  assert.deepEqual([saved, String(interruptedBy)], [NO_BYTES, 'Error: the connection broke'])
  await session.close()
  await (await storage.resume(id, saved)).close()
})
