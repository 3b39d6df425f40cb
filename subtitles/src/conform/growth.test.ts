// Hostile lists of cuts and hostile films.
import { test } from 'node:test'
import { assertLinear, fill, PATTERNS } from '../../test/growth.ts'
import {
  conformCues,
  mappingBetweenCuts,
  mappingFromCut,
  matchFilms,
  PICTURE_BYTES,
  readChangeList,
  readEdl,
  readOtio,
} from './index.ts'

const rate = { num: 25, den: 1 }
const EDL_LINE = '001  A  V  C  01:00:00:00 01:00:10:00 01:00:00:00 01:00:10:00\n'

test('reads lists of cuts in linear time', () => {
  const patterns = [
    ...PATTERNS,
    EDL_LINE,
    '001 A V C ',
    'M2 A ',
    '* FROM CLIP NAME: ',
    '{"children":[',
  ]
  for (const pattern of patterns)
    assertLinear(`cut list ${JSON.stringify(pattern)}`, (size) => {
      const text = fill(pattern, 4 * size)
      return () => [readEdl(text, { rate }), readOtio(text), readChangeList(text, { rate })]
    })
})

test('follows many equal events in linear time', () => {
  assertLinear(
    'equal events',
    (size) => {
      const events = readEdl(EDL_LINE.repeat(size), { rate })
      const cues = Array.from({ length: size }, (_, at) => ({ start: at, stop: at + 2000 }))
      return () => {
        if (!events.ok) return
        const between = mappingBetweenCuts(events.value, events.value)
        const alone = mappingFromCut(events.value)
        if (alone.ok) conformCues(cues, alone.value, { frame: 40 })
        return between
      }
    },
    1000,
  )
})

/** For each frame and cell, a level of grey. */
const HOSTILE_FILMS: Record<string, (frame: number, cell: number) => number> = {
  black: () => 0,
  flicker: (frame, cell) => (frame % 2 === 0 ? cell : 255 - cell),
  loop: (frame, cell) => (cell * 7 + (frame % 20) * 13) % 256,
  'all different': (frame, cell) => (frame * 2_654_435_761 + cell * 40_503) % 251,
  'almost the same': (frame, cell) => cell + (frame % 3),
}

test('compares films in linear time', () => {
  for (const [name, level] of Object.entries(HOSTILE_FILMS))
    assertLinear(
      `film ${name}`,
      (size) => {
        const film = {
          rate,
          picture: Uint8Array.from({ length: size * PICTURE_BYTES }, (_, at) =>
            level(Math.floor(at / PICTURE_BYTES), at % PICTURE_BYTES),
          ),
          sound: new Uint8Array(size * 6).fill(99),
        }
        return () => matchFilms(film, film)
      },
      400,
    )
})
