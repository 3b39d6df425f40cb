// Random recuts of generated fingerprints, with the noise of a second encoding. What is moved must be
// at the right frame; everything else must be flagged or really be gone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conformCues } from '../conform-cues.ts'
import { PICTURE_BYTES, PICTURE_WIDTH, type FilmFingerprint } from './fingerprint.ts'
import { matchFilms } from './match-films.ts'

type Piece = { shot: number; first: number; stop: number }
const RATE = 25
const FRAME = 1000 / RATE

/** mulberry32: the same seed gives the same film. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Waves that move over the picture; every fourth shot stands still. */
function drawFrame(shot: number, frame: number, noise: () => number, into: Uint8Array, at: number) {
  const random = createRandom(shot * 977 + 11)
  const isStill = shot % 4 === 3
  const waves = Array.from({ length: 4 }, () => ({
    x: random() * 1.4 - 0.7,
    y: random() * 1.4 - 0.7,
    phase: random() * 6.3,
    speed: isStill ? 0 : (random() - 0.5) * 0.3,
    size: 15 + random() * 25,
  }))
  const ground = 60 + random() * 120
  for (let cell = 0; cell < PICTURE_BYTES; cell++) {
    const [x, y] = [cell % PICTURE_WIDTH, Math.floor(cell / PICTURE_WIDTH)]
    let level = ground
    for (const wave of waves)
      level += wave.size * Math.sin(wave.x * x + wave.y * y + wave.phase + wave.speed * frame)
    into[at + cell] = Math.max(0, Math.min(255, Math.round(level + noise() * 1.6 - 0.8)))
  }
}

function drawFilm(pieces: readonly Piece[], seed: number): FilmFingerprint {
  const frames = pieces.reduce((sum, { first, stop }) => sum + stop - first, 0)
  const picture = new Uint8Array(frames * PICTURE_BYTES)
  const noise = createRandom(seed)
  let at = 0
  for (const { shot, first, stop } of pieces)
    for (let frame = first; frame < stop; frame++, at += PICTURE_BYTES)
      drawFrame(shot, frame, noise, picture, at)
  return { rate: { num: RATE, den: 1 }, picture, sound: new Uint8Array() }
}

const SHOTS = 16
const oldPieces = (random: () => number): Piece[] =>
  Array.from({ length: SHOTS }, (_, shot) => ({
    shot,
    first: 0,
    stop: 30 + Math.floor(random() * 50),
  }))

/** Removes, swaps, shortens and inserts at random. */
function recut(pieces: readonly Piece[], random: () => number): Piece[] {
  const pick = (count: number) => Math.floor(random() * count)
  let cut = pieces.map((piece) => ({ ...piece }))
  for (let edit = 0; edit < 5; edit++) {
    const at = pick(cut.length)
    const piece = cut[at]!
    const kind = pick(5)
    if (kind === 0) cut = cut.toSpliced(at, 1)
    else if (kind === 1) cut = cut.toSpliced(at, 1).toSpliced(pick(cut.length), 0, piece)
    else if (kind === 2) piece.first += pick(12)
    else if (kind === 3) piece.stop -= pick(12)
    else cut = cut.toSpliced(at, 0, { shot: 100 + edit, first: 0, stop: 20 + pick(40) })
  }
  return cut
}

test('never moves a cue to a wrong frame', () => {
  let [moved, flagged, all] = [0, 0, 0]
  for (let seed = 1; seed <= 25; seed++) {
    const random = createRandom(seed)
    const pieces = oldPieces(random)
    const cut = recut(pieces, random)
    const match = matchFilms(drawFilm(pieces, seed), drawFilm(cut, seed + 1000))
    let start = 0
    for (const { shot, stop: length } of pieces) {
      const cue = { start: (start + 4) * FRAME, stop: (start + length - 4) * FRAME }
      const [found] = conformCues([cue], match, { frame: FRAME })
      const expected = placeOf(cut, { shot, first: 4, stop: length - 4 })
      const about = `seed ${seed}, shot ${shot}: ${JSON.stringify({ found, expected })}`
      if (found!.outcome === 'moved') {
        assert.ok(expected && Math.abs(found!.to[0]!.start - expected.start) <= FRAME, about)
        assert.ok(Math.abs(found!.to[0]!.stop - expected.stop) <= FRAME, about)
        moved++
      } else if (found!.outcome === 'dropped') assert.equal(expected, undefined, about)
      else flagged++
      all++
      start += length
    }
  }
  assert.ok(moved > 0.7 * all, `${moved} of ${all} moved, ${flagged} flagged`)
})

/** Where the cut shows a part of a shot, as far as it is left. */
function placeOf(cut: readonly Piece[], part: Piece): { start: number; stop: number } | undefined {
  let at = 0
  for (const { shot, first, stop } of cut) {
    const [from, to] = [Math.max(first, part.first), Math.min(stop, part.stop)]
    if (shot === part.shot && from < to)
      return { start: (at + from - first) * FRAME, stop: (at + to - first) * FRAME }
    at += stop - first
  }
  return undefined
}
