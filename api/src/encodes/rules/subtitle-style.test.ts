import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subtitleStyle } from './subtitle-style.ts'

const LATIN = { family: 'Noto Sans', direction: 'ltr', scale: 1 } as const

test('keeps text inside the safe area of each aspect ratio', () => {
  const margins = (width: number, height: number) => {
    const { marginH, marginV } = subtitleStyle({ width, height }, LATIN)
    return [marginH / width, marginV / height].map((share) => Math.round(share * 100))
  }
  assert.deepEqual(margins(1920, 1080), [5, 7])
  assert.deepEqual(margins(1080, 1080), [6, 8])
  assert.deepEqual(margins(1080, 1920), [8, 20], 'apps cover the lowest fifth with their controls')
  assert.deepEqual(margins(1998, 1080), [5, 7], 'other aspect ratios use the nearest one')
  assert.deepEqual(margins(720, 1280), margins(1080, 1920))
})

test('scales letters with the picture and by typeface', () => {
  assert.equal(subtitleStyle({ width: 1920, height: 1080 }, LATIN).fontSize, 71)
  assert.equal(subtitleStyle({ width: 3840, height: 2160 }, LATIN).fontSize, 143)
  assert.ok(subtitleStyle({ width: 1920, height: 1080 }, { ...LATIN, scale: 1.25 }).fontSize > 71)
  assert.equal(
    subtitleStyle({ width: 16, height: 9 }, { ...LATIN, direction: 'rtl' }).direction,
    'rtl',
  )
})
