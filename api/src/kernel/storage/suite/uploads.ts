import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Intake } from '../intake.ts'
import { NO_BYTES, type SavedBytes, type Storage } from '../storage.ts'
import {
  MEBIBYTE,
  PART,
  digest,
  publishDiscardAndCheck,
  startUpload,
  writeAll,
  writeLate,
  type Check,
} from './support.ts'

/** Unfinished uploads: resume, save and abandon. */
export function uploadTests(check: Check, createTestIntake: (storage: Storage) => Intake) {
  check(
    'resumes in another process after the saved bytes',
    async ({ open, unfinished }, storage) => {
      const [id, bytes] = [randomUUID(), randomBytes(2 * PART + 12_345)]
      let saved: SavedBytes = NO_BYTES
      for (const [from, to] of [
        [0, 1000],
        [1000, PART - 1],
        [PART - 1, PART],
        [PART, PART + 5],
        [PART + 5, bytes.length],
      ] as const) {
        const writer = await open().resume(id, saved)
        await writeAll(writer, bytes.subarray(from, to))
        saved = await writer.save()
        await writer.close()
        assert.equal(saved.length, to)
        assert.ok(
          (
            await buffer(
              await open().readSaved(id, JSON.parse(JSON.stringify(saved)) as SavedBytes),
            )
          ).equals(bytes.subarray(0, to)),
          `up to ${to}`,
        )
      }
      assert.deepEqual(await createTestIntake(storage).digestSaved(id, saved), {
        md5: digest('md5', bytes),
        sha256: digest('sha256', bytes),
      })
      await publishDiscardAndCheck(storage, id, saved, bytes)
      assert.deepEqual(await unfinished(), [])
    },
  )

  check('saves several times while it writes', async (_setup, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(PART + 3 * MEBIBYTE)]
    const writer = await storage.resume(id, NO_BYTES)
    for (let offset = 0; offset < bytes.length; offset += MEBIBYTE) {
      await writer.write(bytes.subarray(offset, offset + MEBIBYTE))
      assert.equal((await writer.save()).length, offset + MEBIBYTE)
    }
    const saved = await writer.save()
    assert.deepEqual(await writer.save(), saved)
    await writer.close()
    await publishDiscardAndCheck(storage, id, saved, bytes)
  })

  check('drops what was written after the last save', async (_setup, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(5000)]
    const writer = await storage.resume(id, NO_BYTES)
    await writer.write(bytes)
    const saved = await writer.save()
    await writer.write(randomBytes(PART))
    await writer.close()
    assert.ok((await buffer(await storage.readSaved(id, saved))).equals(bytes))
    await publishDiscardAndCheck(storage, id, saved, bytes)
  })

  check('resumes after a writer that sent more than it saved', async ({ open }, storage) => {
    for (const more of [PART, 3 * PART]) {
      const [id, begin, end] = [randomUUID(), randomBytes(PART + 1000), randomBytes(PART + 5)]
      const { writer: dead, saved: started } = await startUpload(storage, id, begin)
      await writeAll(dead, randomBytes(more))
      await dead.close()
      const successor = await open().resume(id, started)
      await writeAll(successor, end)
      const saved = await successor.save()
      await successor.close()
      await publishDiscardAndCheck(storage, id, saved, Buffer.concat([begin, end]))
    }
    const [id, bytes] = [randomUUID(), randomBytes(PART + 1000)]
    const { writer: dead, saved } = await startUpload(storage, id, bytes)
    await writeAll(dead, randomBytes(2 * PART))
    await dead.close()
    assert.ok((await buffer(await open().readSaved(id, saved))).equals(bytes))
    await publishDiscardAndCheck(storage, id, saved, bytes)
  })

  check('ignores late writes of an abandoned writer', async ({ open }, storage) => {
    const [id, begin, end] = [randomUUID(), randomBytes(PART + 1000), randomBytes(PART)]
    const { writer: staleWriter, saved: started } = await startUpload(storage, id, begin)
    const successor = await open().resume(id, started)
    // A storage may refuse them.
    await Promise.allSettled([writeAll(staleWriter, randomBytes(PART))])
    await writeAll(successor, end)
    const saved = await successor.save()
    await successor.close()
    await Promise.allSettled([staleWriter.save()])
    await Promise.allSettled([writeAll(staleWriter, randomBytes(PART))])
    const bytes = Buffer.concat([begin, end])
    await storage.publish(id, saved, digest('sha256', bytes))
    await writeLate(staleWriter)
    await publishDiscardAndCheck(storage, id, saved, bytes)
  })

  check('protects a published object from a writer that is still open', async (_setup, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(1000)]
    const { writer: staleWriter, saved } = await startUpload(storage, id, bytes)
    await storage.publish(id, saved, digest('sha256', bytes))
    await writeLate(staleWriter)
    assert.equal(await storage.lengthOf(digest('sha256', bytes)), bytes.length)
    await publishDiscardAndCheck(storage, id, saved, bytes)
  })
}
