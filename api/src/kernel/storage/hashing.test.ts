import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startHashing } from './hashing.ts'

const shared = (bytes: Uint8Array): Buffer => {
  const piece = Buffer.from(new SharedArrayBuffer(bytes.length))
  piece.set(bytes)
  return piece
}
const digestsOf = (...pieces: Uint8Array[]) => ({
  md5: hex('md5', pieces),
  sha256: hex('sha256', pieces),
})
const hex = (name: string, pieces: Uint8Array[]) =>
  createHash(name).update(Buffer.concat(pieces)).digest('hex')

test('computes many digests at once', async () => {
  const hashing = startHashing()
  await Promise.all(
    Array.from({ length: 7 }, async () => {
      const [measure, pieces] = [
        hashing.createDigester({ md5: true }),
        Array.from({ length: 20 }, () => shared(randomBytes(5000))),
      ]
      await Promise.all(pieces.map((piece) => measure.update(piece)))
      assert.deepEqual(await measure.digests(), digestsOf(...pieces))
      measure.end()
    }),
  )
  await hashing.stop()
})

test('accepts more bytes after a digest', async () => {
  const hashing = startHashing()
  const [measure, bytes, moreBytes] = [
    hashing.createDigester({ md5: true }),
    shared(randomBytes(100)),
    shared(randomBytes(100)),
  ]
  assert.deepEqual(await measure.digests(), digestsOf())
  await measure.update(bytes)
  assert.deepEqual(await measure.digests(), digestsOf(bytes))
  await measure.update(moreBytes.subarray(10, 60))
  assert.deepEqual(await measure.digests(), digestsOf(bytes, moreBytes.subarray(10, 60)))
  await hashing.stop()
})

test('rejects pending calls when its thread ends and starts a new one', async () => {
  const hashing = startHashing()
  const measure = hashing.createDigester({ md5: true })
  const waiting = assert.rejects(
    Promise.all(Array.from({ length: 50 }, () => measure.update(shared(randomBytes(1024 * 1024))))),
    /ended/,
  )
  await hashing.stop()
  await waiting
  await assert.rejects(measure.digests(), /ended/)
  measure.end()
  for (const next of [hashing.createDigester({ md5: true }), hashing.createDigester({ md5: true })])
    assert.deepEqual(await next.digests(), digestsOf())
  await hashing.stop()
})
