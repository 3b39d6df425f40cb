import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Intake } from '../intake.ts'
import { type Storage } from '../storage.ts'
import {
  PART,
  digest,
  publishAndCheck,
  readAll,
  sourceOf,
  startUpload,
  type Check,
} from './support.ts'

/** Publishing, repairing and discarding uploads. */
export function publishTests(check: Check, createTestIntake: (storage: Storage) => Intake) {
  const put = (storage: Storage, bytes: Buffer) => createTestIntake(storage).put(sourceOf(bytes))

  for (const length of [1000, PART + 1000])
    check(
      `publishes once, also when called twice or without the parts (${length} bytes)`,
      async (_setup, storage) => {
        const [id, bytes] = [randomUUID(), randomBytes(length)]
        const [writer, saved] = await startUpload(storage, id, bytes)
        await writer.close()
        await Promise.all([1, 2, 3].map(() => storage.publish(id, saved, digest('sha256', bytes))))
        await publishAndCheck(storage, id, saved, bytes)
        await publishAndCheck(storage, id, saved, bytes)
        await Promise.all([1, 2].map(() => storage.publish(id, saved, digest('sha256', bytes))))
        // A short encrypted upload has no parts that could be missing.
        if (saved.parts.length === 0) return
        await assert.rejects(storage.publish(id, saved, 'e'.repeat(64)), 'an unknown key')
        assert.equal(await storage.lengthOf('e'.repeat(64)), undefined)
      },
    )

  check('does not publish a part that is too short', async (_setup, storage) => {
    const [id, bytes] = [randomUUID(), randomBytes(PART + 1000)]
    const [writer, saved] = await startUpload(storage, id, bytes)
    await writer.close()
    const last = saved.parts.at(-1)!
    const longer = {
      ...saved,
      length: saved.length + 5,
      parts: [...saved.parts.slice(0, -1), { ...last, length: last.length + 5 }],
    }
    await assert.rejects(storage.publish(id, longer, 'd'.repeat(64)))
    await assert.rejects(async () => buffer(await storage.readSaved(id, longer)))
    assert.equal(await storage.lengthOf('d'.repeat(64)), undefined)
  })

  check('repairs a damaged object with the same bytes', async ({ damage }, storage) => {
    for (const length of [1000, PART + 1000]) {
      const bytes = randomBytes(length)
      const { key } = await put(storage, bytes)
      await damage(key)
      const damaged = await readAll(storage, key, length).catch(() => undefined)
      assert.ok(!damaged?.equals(bytes))
      await put(storage, bytes)
      assert.ok((await readAll(storage, key, length)).equals(bytes))
    }
  })

  check('discards everything of an upload, also twice', async ({ unfinished }, storage) => {
    const [id, other] = [randomUUID(), randomUUID()]
    for (const upload of [id, other])
      await (await startUpload(storage, upload, randomBytes(PART + 1000)))[0].close()
    await storage.discard(id)
    await storage.discard(id)
    const left = await unfinished()
    assert.ok(left.length > 0 && left.every((name) => name.includes(other)), left.join())
  })

  check('lists uploads that have not grown for a while', async (_setup, storage) => {
    const [id, done] = [randomUUID(), randomUUID()]
    for (const upload of [id, done])
      await (await startUpload(storage, upload, randomBytes(PART + 1000)))[0].close()
    await storage.discard(done)
    await sleep(50)
    assert.deepEqual(await storage.listAbandoned(60), [])
    assert.deepEqual(await storage.listAbandoned(0), [id])
  })
}
