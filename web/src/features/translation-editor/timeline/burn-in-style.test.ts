import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burnInStyle, ASPECT_RATIOS } from './burn-in-style.ts'

const percent = (share: number) => Math.round(share * 1000) / 10

test('each frame has the safe area of what is burned in', () => {
  assert.deepEqual(
    ASPECT_RATIOS.map((shape) => {
      const { side, edge } = burnInStyle(shape, 'deu')
      return [percent(side), percent(edge)]
    }),
    [
      [5, 7],
      [6, 8],
      [8, 20],
    ],
  )
})

test('Arabic runs from the right, in taller rows with letters as large', () => {
  const [latin, arabic] = [burnInStyle('16:9', 'deu'), burnInStyle('16:9', 'ara')]
  assert.equal(arabic.direction, 'rtl')
  assert.ok(arabic.row > latin.row)
  assert.ok(Math.abs(arabic.em - latin.em) < 0.001)
})
