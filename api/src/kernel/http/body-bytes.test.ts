import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { Problem } from './contract/problem.ts'
import { readBodyBytes } from './body-bytes.ts'

const never = new AbortController().signal
const pieces = (...texts: string[]) =>
  Readable.from(
    texts.map((text) => Buffer.from(text)),
    { objectMode: false },
  )

/** The received text, and the error if there was one. */
async function gather(source: AsyncIterable<Buffer>): Promise<{ text: string; error?: unknown }> {
  let text = ''
  try {
    for await (const piece of source) text += piece.toString()
    return { text }
  } catch (error) {
    return { text, error }
  }
}

test('yields a body as it was sent', async () => {
  assert.deepEqual(
    await gather(readBodyBytes(pieces('one ', 'two ', 'three'), { limit: 100, stop: never })),
    { text: 'one two three' },
  )
  assert.deepEqual(await gather(readBodyBytes(pieces(), { limit: 100, stop: never })), { text: '' })
})

test('accepts a body at the limit and rejects it one byte later', async () => {
  assert.deepEqual(await gather(readBodyBytes(pieces('12345'), { limit: 5, stop: never })), {
    text: '12345',
  })
  const { text, error } = await gather(
    readBodyBytes(pieces('123', '456'), { limit: 5, stop: never }),
  )
  assert.equal(text, '12345')
  assert.ok(error instanceof Problem && error.status === 413)
})

test('stops when aborted and keeps the body open', async () => {
  const body = new PassThrough()
  const stop = new AbortController()
  body.write('first')
  const gathered = gather(readBodyBytes(body, { limit: 100, stop: stop.signal }))
  await new Promise(setImmediate)
  stop.abort()
  assert.deepEqual(await gathered, { text: 'first' })
  assert.equal(body.destroyed, false)
})

test('throws after the received bytes when the connection breaks', async () => {
  for (const reason of [new Error('reset'), undefined]) {
    const body = new PassThrough()
    body.on('error', () => {})
    body.write('first')
    const gathered = gather(readBodyBytes(body, { limit: 100, stop: never }))
    await new Promise(setImmediate)
    body.destroy(reason)
    const { text, error } = await gathered
    assert.equal(text, 'first')
    assert.ok(
      reason ? error === reason : error instanceof Problem && error.code === 'body.incomplete',
    )
  }
})
