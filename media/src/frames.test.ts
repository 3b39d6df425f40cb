import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AV_PIX_FMT_RGBA } from 'node-av/constants'
import { frameOf } from './tasks/frames.ts'

test('keeps the pixels of a frame when the garbage collector frees the buffer', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let round = 0; round < 50; round++) {
    using frame = whiteFrame()
    collectGarbage()
    const others = Array.from({ length: 20 }, () => Buffer.alloc(64 * 64 * 4, 7))
    assert.ok(frame.toBuffer().every((level) => level === 255))
    assert.equal(others.length, 20)
  }
})

const whiteFrame = () =>
  frameOf(Buffer.alloc(64 * 64 * 4, 255), {
    width: 64,
    height: 64,
    format: AV_PIX_FMT_RGBA,
    timeBase: { num: 1, den: 25 },
    pts: 0n,
  })
