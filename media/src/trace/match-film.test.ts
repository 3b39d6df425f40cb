import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GreyFilm } from './grey-film.ts'
import { matchFilm } from './read-marks.ts'

const [WIDTH, HEIGHT, RATE] = [96, 54, 5]

/** A film of moving waves. `view` is the part of the picture that a copy shows. */
function draw(
  seconds: number,
  { start = 0, seed = 1, view = { left: 0, top: 0, size: 1 }, isMirrored = false } = {},
): GreyFilm {
  const count = seconds * RATE
  const pixels = new Uint16Array(count * WIDTH * HEIGHT)
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const column = pixel % WIDTH
    const x = view.left + (view.size * (isMirrored ? WIDTH - 1 - column : column)) / WIDTH
    const y = view.top + (view.size * (Math.floor(pixel / WIDTH) % HEIGHT)) / HEIGHT
    const t = start + Math.floor(pixel / WIDTH / HEIGHT) / RATE
    const waves =
      Math.sin(7 * x * seed + 2 * Math.sin(t)) +
      Math.cos(5 * y + 3 * x + t * 0.8 * seed) +
      Math.sin(11 * (x - y) * seed + 0.37 * t * t)
    pixels[pixel] = 32_000 + 8000 * waves
  }
  return { width: WIDTH, height: HEIGHT, rate: RATE, count, pixels }
}
const film = draw(12)

test('finds where a cropped part of a film is from', () => {
  const match = matchFilm(draw(6, { start: 4, view: { left: 0.03, top: 0.02, size: 0.95 } }), film)!
  assert.equal(match.alignment.offset.toFixed(1), '4.0')
  for (const [side, expected] of [
    ['left', 0.03],
    ['top', 0.02],
    ['right', 0.98],
    ['bottom', 0.97],
  ] as const)
    assert.ok(Math.abs(match.crop[side] - expected) < 0.01, `${side} ${match.crop[side]}`)
})

test('ignores a caption that stands still in front of the film', () => {
  const copy = draw(6, { start: 4 })
  for (let pixel = 0; pixel < copy.pixels.length; pixel++)
    if (Math.floor(pixel / WIDTH) % HEIGHT > 0.8 * HEIGHT) copy.pixels[pixel] = 65_000
  const { crop, alignment } = matchFilm(copy, film)!
  assert.equal(alignment.offset.toFixed(1), '4.0')
  assert.ok(Math.abs(crop.bottom - 1) < 0.01 && Math.abs(crop.top) < 0.01)
})

test('recognizes a mirrored copy', () => {
  assert.ok(matchFilm(draw(6, { start: 2, isMirrored: true }), film))
})

test('finds no match in another film or in black', () => {
  assert.equal(matchFilm(draw(6, { seed: 1.9 }), film), undefined)
  const black = { ...film, pixels: new Uint16Array(film.pixels.length) }
  assert.equal(matchFilm(black, film), undefined)
})
