// Random cues on the frames of a rate, one after another.
import fc from 'fast-check'
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { writeMarkup, type TextStyle } from '../markup.ts'

type Grid = {
  rate: FrameRate
  letters: fc.Arbitrary<string>
  styles: readonly TextStyle[]
  lead?: number
  gap?: number
  rows?: number
  width?: number
}

/**
 * Styles change only between words. `gap` is the minimum number of frames between the starts of two
 * cues.
 */
export function cuesOn({
  rate,
  letters,
  styles,
  lead = 0,
  gap = 1,
  rows = 3,
  width = 4,
}: Grid): fc.Arbitrary<Cue[]> {
  const word = fc.record({
    text: fc.array(letters, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
    styles: fc.subarray([...styles]),
  })
  const row = fc.array(word, { minLength: 1, maxLength: width }).map((words) =>
    words.flatMap((one, index) => {
      const before = words[index - 1]
      return before
        ? [{ text: ' ', styles: before.styles.filter((style) => one.styles.includes(style)) }, one]
        : [one]
    }),
  )
  const cue = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: rows }),
    wait: fc.nat({ max: 200 }),
    lasts: fc.integer({ min: 2, max: 200 }),
    pause: fc.nat({ max: 60 }),
    alignment: fc.constantFrom(undefined, 'top' as const, 'middle' as const),
    textAlign: fc.constantFrom(undefined, 'left' as const, 'right' as const),
  })
  return fc.array(cue, { maxLength: 8 }).map((list) => {
    let frame = lead
    return list.map(({ rows, wait, lasts, pause, alignment, textAlign }) => {
      const from = frame + wait
      const to = from + lasts
      frame = Math.max(to + pause, from + gap)
      return {
        start: frameToMs(from, rate),
        stop: frameToMs(to, rate),
        text: writeMarkup(rows),
        ...(alignment ? { alignment } : {}),
        ...(textAlign ? { textAlign } : {}),
      }
    })
  })
}

/** A damaged file: some bytes changed, removed or repeated. */
export const damaged = (file: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.tuple(
        fc.nat({ max: file.length }),
        fc.constantFrom('change', 'cut', 'repeat'),
        fc.nat({ max: 255 }),
      ),
      { maxLength: 6 },
    )
    .map((blows) =>
      blows.reduce((bytes, [at, how, byte]) => {
        if (how === 'cut') return bytes.slice(0, at)
        if (how === 'repeat')
          return Uint8Array.of(...bytes.slice(0, at), ...bytes.slice(Math.max(0, at - byte)))
        return bytes.map((old, index) => (index === at ? byte : old))
      }, file),
    )

export const FILM: FrameRate = { num: 24_000, den: 1001 }
export const ABOUT = { title: 'Der Film', language: 'deu', rate: FILM }
