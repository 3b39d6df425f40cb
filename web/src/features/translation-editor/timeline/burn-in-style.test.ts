import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burnInStyle, ASPECT_RATIOS } from './burn-in-style.ts'

const percent = (fraction: number) => Math.round(fraction * 1000) / 10

test('uses the safe area of the encodes for each aspect ratio', () => {
  assert.deepEqual(
    ASPECT_RATIOS.map((aspectRatio) => {
      const { horizontalMargin, verticalMargin } = burnInStyle(aspectRatio, 'deu')
      return [percent(horizontalMargin), percent(verticalMargin)]
    }),
    [
      [5, 7],
      [6, 8],
      [8, 20],
    ],
  )
})

test('lays out Arabic right to left in taller rows with letters of the same size', () => {
  const [latin, arabic] = [burnInStyle('16:9', 'deu'), burnInStyle('16:9', 'ara')]
  assert.equal(arabic.direction, 'rtl')
  assert.ok(arabic.rowHeight > latin.rowHeight)
  assert.ok(Math.abs(arabic.fontSize - latin.fontSize) < 0.001)
})
