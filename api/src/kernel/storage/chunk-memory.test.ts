import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChunkMemory } from './chunk-memory.ts'
import { forEachChunk } from './chunks.ts'

const MEBIBYTE = 1024 * 1024

test('gives a few transfers large chunks and many small ones', () => {
  const memory = createChunkMemory(64 * MEBIBYTE)
  const sizes = (many: number) => {
    const shares = Array.from({ length: many }, () => memory.openShare())
    const size = [shares[0]!.chunkBytes() / 1024, shares[0]!.maxChunks()]
    shares.forEach((share) => share.end())
    return size
  }
  assert.deepEqual([1, 8, 16, 50, 500, 1000].map(sizes), [
    [1024, 8],
    [1024, 8],
    [1024, 4],
    [256, 5],
    [64, 2],
    [64, 2],
  ])
})

/** Transfers that have received everything, but whose chunks are not written. */
async function fillMemory(many: number) {
  const memory = createChunkMemory(64 * MEBIBYTE)
  const disk = Promise.withResolvers<void>()
  const piece = Buffer.alloc(64 * 1024)
  let received = 0
  const transfers = Array.from({ length: many }, () =>
    forEachChunk(
      (async function* () {
        for (let count = 0; count < 16; count++) {
          received += piece.length
          yield piece
        }
      })(),
      () => disk.promise,
      undefined,
      memory,
    ),
  )
  let before = -1
  while (before !== received) {
    before = received
    await new Promise(setImmediate)
  }
  return { memory, received, finish: () => (disk.resolve(), Promise.all(transfers)) }
}

test('reads no more from 500 senders than fits while the disk does not write', async () => {
  const { memory, received, finish } = await fillMemory(500)
  assert.ok(memory.state().used <= 80 * MEBIBYTE, `${memory.state().used} bytes are used`)
  assert.ok(received <= 128 * MEBIBYTE, `${received} bytes were read`)
  await finish()
  assert.deepEqual(memory.state(), { used: 0, idle: 8 * MEBIBYTE })
})

test('uses the same memory again for chunks of another size', () => {
  const memory = createChunkMemory(64 * MEBIBYTE)
  const transfer = memory.openShare()
  const buffers = new Set<ArrayBufferLike>()
  for (const others of [7, 100, 30, 500, 0, 50]) {
    const shares = Array.from({ length: others }, () => memory.openShare())
    const chunks = Array.from({ length: 8 }, () => transfer.take())
    for (const { buffer } of chunks) buffers.add(buffer)
    for (const [index, chunk] of chunks.entries()) chunk.fill(index)
    assert.ok(chunks.every((chunk, index) => chunk[0] === index && chunk.at(-1) === index))
    assert.equal(memory.state().used, 8 * transfer.chunkBytes())
    chunks.forEach(transfer.give)
    shares.forEach((share) => share.end())
  }
  assert.equal(buffers.size, 8)
  assert.deepEqual(memory.state(), { used: 0, idle: 8 * MEBIBYTE })
})

test('handles every byte in order when other transfers come and go', async () => {
  const memory = createChunkMemory(8 * MEBIBYTE)
  const parts: Buffer[] = []
  const sent = Array.from({ length: 40 }, (_none, index) => Buffer.alloc(300_000, index))
  await forEachChunk(
    (async function* () {
      for (const [index, piece] of sent.entries()) {
        const others = Array.from({ length: index % 9 }, () => memory.openShare())
        yield piece
        others.forEach((share) => share.end())
      }
    })(),
    async (chunk) => void parts.push(Buffer.from(chunk)),
    undefined,
    memory,
  )
  assert.ok(Buffer.concat(parts).equals(Buffer.concat(sent)))
  assert.ok(new Set(parts.map(({ length }) => length)).size > 1, 'the size of chunks changed')
})

test('gives the chunks of a failed transfer back', async () => {
  const memory = createChunkMemory(8 * MEBIBYTE)
  const source = async function* () {
    yield Buffer.alloc(100)
    throw new Error('cut')
  }
  await assert.rejects(
    forEachChunk(source(), async () => {}, undefined, memory),
    /cut/,
  )
  assert.equal(memory.state().used, 0)
})
