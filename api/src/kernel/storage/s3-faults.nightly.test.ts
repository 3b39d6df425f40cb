// An S3 store with faults: no lost object is reported as stored, and acknowledged uploads can be
// resumed.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBucket } from '../../../test/ceph.ts'
import { startFaultyProxy, type ProxyFault } from '../../../test/faulty-proxy.ts'
import { Problem } from '../http/contract/problem.ts'
import { startHashing } from './hashing.ts'
import { createIntake } from './intake.ts'
import { s3Storage } from './s3.ts'
import { NO_BYTES, type SavedBytes } from './storage.ts'
import { MEBIBYTE, digest, readAll, sourceOf } from './suite/support.ts'

/** In milliseconds, long enough for a busy machine to respond. */
const PATIENCE = 2000
const LIMIT = { timeout: 180_000 }
const FAULTS: ProxyFault[] = [
  'busy',
  'unheard',
  'unanswered',
  'cut',
  'silent',
  'flipped',
  'mistagged',
]
const hashing = startHashing()

async function badLine(t: TestContext, timeoutMs = PATIENCE) {
  const settings = await createBucket(t)
  if (!settings) return undefined
  const proxy = await startFaultyProxy(t, settings.endpoint)
  const faulty = s3Storage({ ...settings, endpoint: proxy.address }, timeoutMs)
  return { proxy, faulty, intake: createIntake(faulty, hashing), direct: s3Storage(settings) }
}
const isAway = (error: unknown) =>
  error instanceof Problem && error.status === 503 && error.code === 'storage.unavailable'
/** Three of ten requests, with all faults equally often. */
const often = () =>
  Math.random() < 0.3 ? FAULTS[Math.floor(Math.random() * FAULTS.length)] : undefined

test(
  'S3 with faults: stores every acknowledged byte when three of ten requests fail',
  LIMIT,
  async (t) => {
    const bad = await badLine(t)
    if (!bad) return
    const { proxy, intake, direct } = bad
    let rejected = 0
    proxy.injectFault(often)
    await Promise.all(
      [1000, 2000, 3000, MEBIBYTE, 9 * MEBIBYTE, 17 * MEBIBYTE].map(async (length) => {
        const bytes = randomBytes(length)
        for (;;) {
          const received = await intake.put(sourceOf(bytes, MEBIBYTE)).catch((error: unknown) => {
            assert.ok(isAway(error), String(error))
            rejected += 1
          })
          if (!received) continue
          assert.equal(received.key, digest('sha256', bytes))
          return assert.ok(
            (await readAll(direct, received.key, length)).equals(bytes),
            'the stored bytes differ',
          )
        }
      }),
    )
    t.diagnostic(`6 files stored, ${rejected} times rejected with 503`)
  },
)

test('S3 with faults: completes an upload that is resumed many times', LIMIT, async (t) => {
  const bad = await badLine(t)
  if (!bad) return
  const { proxy, intake, direct } = bad
  const [id, bytes] = [randomUUID(), randomBytes(20 * MEBIBYTE + 5)]
  let saved: SavedBytes = NO_BYTES
  proxy.injectFault(often)
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        return await work()
      } catch (error) {
        assert.ok(isAway(error), String(error))
      }
  }
  while (saved.length < bytes.length)
    await again(async () => {
      const session = await intake.openSession(id, saved)
      try {
        saved = (
          await session.receive(sourceOf(bytes.subarray(saved.length, saved.length + 3 * MEBIBYTE)))
        ).saved
      } finally {
        await session.close()
      }
    })
  const digests = await again(() => intake.digestSaved(id, saved))
  assert.equal(digests.sha256, digest('sha256', bytes))
  const { key } = await again(() => intake.publish(id, saved, digests))
  assert.ok((await readAll(direct, key, bytes.length)).equals(bytes))
})

for (const fault of FAULTS.filter((name) => name !== 'mistagged'))
  test(
    `S3 with faults: reports a store that is always ${fault} as unavailable`,
    LIMIT,
    async (t) => {
      const bad = await badLine(t, fault === 'silent' ? PATIENCE / 10 : PATIENCE)
      if (!bad) return
      bad.proxy.injectFault(({ method }) => (method === 'PUT' ? fault : undefined))
      const bytes = randomBytes(1000)
      await assert.rejects(bad.intake.put(sourceOf(bytes)), isAway)
      assert.equal(await bad.direct.lengthOf(digest('sha256', bytes)), undefined)
    },
  )

test('S3 with faults: reports a full store', async (t) => {
  const bad = await badLine(t)
  if (!bad) return
  bad.proxy.injectFault(({ method }) => (method === 'PUT' ? 'full' : undefined))
  await assert.rejects(
    bad.intake.put(sourceOf(randomBytes(1000))),
    (error) => error instanceof Problem && error.status === 507 && error.code === 'storage.full',
  )
})

test(
  'S3 with faults: resumes a cut response and closes the connection with its reader',
  LIMIT,
  async (t) => {
    const bad = await badLine(t, 10 * PATIENCE)
    if (!bad) return
    const { proxy, faulty, intake } = bad
    const bytes = randomBytes(20 * MEBIBYTE)
    const { key } = await intake.put(sourceOf(bytes))
    let attempts = 0
    proxy.injectFault(({ method }) => (method === 'GET' && ++attempts <= 3 ? 'cut' : undefined))
    assert.ok((await readAll(faulty, key, bytes.length)).equals(bytes))
    assert.equal(attempts, 4)

    const stream = faulty.read(key, { start: 0, end: bytes.length - 1 })
    for await (const chunk of stream) if (chunk) break
    assert.ok(stream.destroyed)
    while (proxy.openRequests() > 0) await sleep(10)
  },
)
