import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { NO_BYTES, type IncomingWriter } from '../storage.ts'
import { MEBIBYTE, publishDiscardAndCheck, writeAll, type Check } from './support.ts'

/** `runs` is the number of random sequences. */
export function sequenceTests(check: Check, runs: number) {
  check(
    'keeps exactly the acknowledged bytes after any sequence of writes, saves and crashes',
    async ({ open, unfinished }, storage) => {
      const stepArbitrary = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.oneof(
            fc.integer({ min: 1, max: 5000 }),
            fc.integer({ min: 1, max: 6 * MEBIBYTE }),
          ),
        },
        fc.constantFrom('save', 'close', 'crash'),
      )
      const bytes = randomBytes(6 * MEBIBYTE)
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 12 }), async (steps) => {
          const id = randomUUID()
          let [saved, expected, written] = [NO_BYTES, Buffer.alloc(0), Buffer.alloc(0)]
          let writer = await open().resume(id, saved)
          const crashed: IncomingWriter[] = []
          for (const step of [...steps, 'save']) {
            if (typeof step === 'number') {
              await writeAll(writer, bytes.subarray(0, step))
              written = Buffer.concat([written, bytes.subarray(0, step)])
            } else if (step === 'save') [saved, expected] = [await writer.save(), written]
            else {
              if (step === 'close') await writer.close()
              else crashed.push(writer)
              writer = await open().resume(id, saved)
              written = expected
            }
          }
          await writer.close()
          await publishDiscardAndCheck(storage, id, saved, expected)
          await Promise.all(crashed.map((writer) => writer.close()))
          await storage.discard(id)
          assert.deepEqual(await unfinished(), [])
        }),
        { numRuns: runs },
      )
    },
  )
}
