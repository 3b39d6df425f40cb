import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { frameOf } from './tasks/frames.ts'
import { createTraceMarker, PEAK } from './tasks/trace-mark.ts'

const SIZE = { width: 160, height: 96 }
const PIXELS = SIZE.width * SIZE.height
const CELL_FRAMES = 10
const MIDDLE = CELL_FRAMES / 2

/** The brightness of both marked pictures. */
function mark(levelAt: (pixel: number) => number, index = MIDDLE): [Buffer, Buffer] {
  const bytes = Buffer.alloc((PIXELS * 3) / 2, 128)
  for (let pixel = 0; pixel < PIXELS; pixel++) bytes[pixel] = levelAt(pixel)
  using frame = frameOf(bytes, {
    ...SIZE,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: 25 },
    pts: 0n,
  })
  const [a, b] = createTraceMarker(SIZE, CELL_FRAMES)(frame, index)
  const pictures: [Buffer, Buffer] = [a.toBuffer(), b.toBuffer()]
  a.free()
  b.free()
  assert.ok(pictures.every((picture) => picture.subarray(PIXELS).every((level) => level === 128)))
  return [pictures[0].subarray(0, PIXELS), pictures[1].subarray(0, PIXELS)]
}
const largestChange = (picture: Buffer, levelAt: (pixel: number) => number) =>
  Math.max(...picture.map((level, pixel) => Math.abs(level - levelAt(pixel))))
const mean = (picture: Buffer) => picture.reduce((sum, level) => sum + level, 0) / PIXELS
const checker = (pixel: number) => (pixel % 2 ? 110 : 140)

test('changes a flat area by one level and details by a little more', () => {
  for (const picture of mark(() => 128))
    assert.equal(
      largestChange(picture, () => 128),
      1,
    )
  for (const picture of mark(checker)) {
    const change = largestChange(picture, checker)
    assert.ok(change > 1 && change <= Math.ceil(PEAK), `${change} levels`)
  }
})

test('leaves black and white as they are', () => {
  for (const level of [0, 16, 255])
    for (const picture of mark(() => level))
      assert.equal(
        largestChange(picture, () => level),
        0,
      )
})

test('marks two pictures oppositely and keeps their brightness', () => {
  const [a, b] = mark(checker)
  const opposite = a.filter(
    (level, pixel) => (level - checker(pixel)) * (b[pixel]! - checker(pixel)) > 0,
  )
  assert.ok(opposite.length < PIXELS / 20)
  for (const picture of [a, b]) assert.ok(Math.abs(mean(picture) - 125) < 0.5, `${mean(picture)}`)
})

test('fades the mark out where two segments meet', () => {
  for (const picture of mark(checker, 0)) assert.equal(largestChange(picture, checker), 0)
})
