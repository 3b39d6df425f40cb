// Random cues, realistic and hostile, for property tests of the formats.
import fc from 'fast-check'
import { ALIGNMENTS, TEXT_ALIGNS, type Cue } from '../src/cue.ts'
import { canonicalMarkup, writeMarkup } from '../src/markup.ts'
import { cuePosition } from '../src/formats/position.ts'

/** Texts that at least one format could misread as markup. */
const TRAPS = [
  '<i>',
  '</b>',
  '<c.x>',
  '<',
  '>',
  '&',
  '&lt;',
  '&amp;',
  '-->',
  '{\\an8}',
  '{',
  '}',
  '\\',
  '\\N',
  '\\h',
  '\\n',
  '\u2060',
  '1',
  '1984',
  ' ',
  '  ',
  '\u00a0',
  '=1+1',
  '-',
  "'",
  '"',
  '""',
  ',',
  ';',
  'NOTE',
  'STYLE',
  'WEBVTT',
  '00:00:01,000 --> 00:00:02,000',
  '00:00:01.000 --> 00:00:02.000',
  '10:30 -> 11',
  '[Events]',
  'Dialogue: 0',
  '\u200f',
  '\u200e',
  'שלום',
  '你好',
  'e\u0301',
  '👩‍👧',
  'X1:0',
  '<i></i>',
  '\u2028',
  '\u2029',
  '\u0085',
]

const letters = fc.oneof(
  fc.constantFrom(...TRAPS),
  fc
    .string({ unit: 'grapheme', maxLength: 6 })
    .filter((text) => !/[\u0000-\u001f\u007f\ufffd]/.test(text)),
)
const run = fc.record({
  text: fc.array(letters, { maxLength: 3 }).map((parts) => parts.join('')),
  styles: fc.subarray(['b', 'i', 'u'] as const),
})

/** Written, read and written again, because adjacent characters may compose. */
export const fragment: fc.Arbitrary<string> = fc
  .array(fc.array(run, { maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((rows) => canonicalMarkup(writeMarkup(rows)))
const place = fc
  .record({ alignment: fc.constantFrom(...ALIGNMENTS), textAlign: fc.constantFrom(...TEXT_ALIGNS) })
  .map(({ alignment, textAlign }) => cuePosition(alignment, textAlign))

/** Times are multiples of `unit` milliseconds. */
export const cuesIn = (unit: number): fc.Arbitrary<Cue[]> =>
  fc.array(
    fc
      .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 2000 }), fragment, place)
      .map(([start, length, text, where]) =>
        Object.assign({ start: start * unit, stop: (start + length) * unit, text }, where),
      ),
    { minLength: 1, maxLength: 6 },
  )
