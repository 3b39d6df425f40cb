import type { NewLine } from '../src/lines/contract.ts'
import { FILMS, type DemoFilm, type FilmKey } from './data/films.ts'
import { SCRIPTS } from './data/scripts.ts'

/** The lines or cards of a film, at the times at which it speaks or shows them. */
export function linesOf(key: FilmKey, part: 'spoken' | 'cards', language: string): NewLine[] {
  const film: DemoFilm = FILMS[key]
  const texts = SCRIPTS[film.script][part][language]
  if (!texts) throw new Error(`The demo has no ${part} of ${film.script} in ${language}`)
  return film[part].map(([index, start, stop], n) => ({
    number: n + 1,
    text: texts[index]!,
    startTime: timecode(start),
    stopTime: timecode(stop),
  }))
}

const timecode = (seconds: number) =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace('.', ',')
