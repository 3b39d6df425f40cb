import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Intake } from '../intake.ts'
import { type Storage } from '../storage.ts'
import {
  PART,
  digest,
  publishDiscardAndCheck,
  readAll,
  saveUpload,
  sourceOf,
  type Check,
} from './support.ts'

/** Publishing, repairing and discarding uploads. */
export function publishTests(check: Check, createTestIntake: (storage: Storage) => Intake) {
  const put = (storage: Storage, bytes: Buffer) => createTestIntake(storage).put(sourceOf(bytes))

  for (const length of [1000, PART + 1000]) {
    check(`publishes ${length} bytes once for concurrent calls`, async (_setup, storage) => {
      const id = randomUUID()
      const bytes = randomBytes(length)
      const saved = await saveUpload(storage, id, bytes)
      const publish = () => storage.publish(id, saved, digest('sha256', bytes))
      await Promise.all([publish(), publish(), publish()])
      await publishDiscardAndCheck(storage, id, saved, bytes)
    })

    check(`publishes ${length} bytes again after discarding`, async (_setup, storage) => {
      const id = randomUUID()
      const bytes = randomBytes(length)
      const saved = await saveUpload(storage, id, bytes)
      await publishDiscardAndCheck(storage, id, saved, bytes)
      await publishDiscardAndCheck(storage, id, saved, bytes)
      const publish = () => storage.publish(id, saved, digest('sha256', bytes))
      await Promise.all([publish(), publish()])
    })
  }

  check('does not publish a discarded upload with another key', async (_setup, storage) => {
    const id = randomUUID()
    const saved = await saveUpload(storage, id, randomBytes(PART + 1000))
    await storage.discard(id)
    const unknownKey = 'e'.repeat(64)
    await assert.rejects(storage.publish(id, saved, unknownKey))
    assert.equal(await storage.lengthOf(unknownKey), undefined)
  })

  check('does not publish a part that is too short', async (_setup, storage) => {
    const id = randomUUID()
    const saved = await saveUpload(storage, id, randomBytes(PART + 1000))
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
    const id = randomUUID()
    const other = randomUUID()
    for (const upload of [id, other]) await saveUpload(storage, upload, randomBytes(PART + 1000))
    await storage.discard(id)
    await storage.discard(id)
    const left = await unfinished()
    assert.ok(left.length > 0 && left.every((name) => name.includes(other)), left.join())
  })

  check('lists uploads that have not grown for a while', async (_setup, storage) => {
    const id = randomUUID()
    const done = randomUUID()
    for (const upload of [id, done]) await saveUpload(storage, upload, randomBytes(PART + 1000))
    await storage.discard(done)
    await sleep(50)
    assert.deepEqual(await storage.listAbandoned(60), [])
    assert.deepEqual(await storage.listAbandoned(0), [id])
  })
}
