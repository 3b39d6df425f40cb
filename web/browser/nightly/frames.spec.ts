import { expectExactFrames } from '../exact-frames.ts'
import { test } from '../fixtures.ts'
import type { NumberedFilm } from '../numbered-film.ts'

const FILMS: NumberedFilm[] = [
  { rate: '24', gop: 48, bf: 0 },
  { rate: '25', gop: 37, bf: 3 },
  { rate: '30000/1001', gop: 61, bf: 2 },
  { rate: '50', gop: 100, bf: 2 },
  { rate: '60000/1001', gop: 120, bf: 2 },
]

for (const film of FILMS)
  test(`shows frame N as frame N: ${film.rate} fps, ${film.gop} frames between key frames, ${film.bf} B-frames`, ({
    app,
  }) => expectExactFrames(app, film))
