// Random cues and check options for property tests.
import fc from 'fast-check'
import type { CheckOptions } from '../src/checks/context.ts'
import type { Cue } from '../src/cue.ts'
import { LANGUAGES } from '../src/profiles/languages.ts'
import { PROFILE_NAMES, profileFor } from '../src/profiles/profiles.ts'

export const FRAME_RATES = [
  { num: 24, den: 1 },
  { num: 24_000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 60_000, den: 1001 },
]
const words = fc
  .array(
    fc.constantFrom(
      'Nein',
      'the',
      'die',
      'Anna',
      '-',
      '- ',
      '...',
      '…',
      ' ',
      '  ',
      ',',
      '.',
      '!',
      '5',
      '2019',
      '<br>',
      '<i>Ja</i>',
      '<b>x</b>',
      'שלום',
      'مرحبا',
      '你好',
      'こん',
      '안녕',
      'สวัส',
      'नमस्ते',
      '👩‍👧',
      '\u200b',
      '\u00ad',
      '\u200f',
      '\u2067',
      '\u2069',
      '\u202b',
      'Überraschungen',
      'а',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
const text = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('<i>', '</b>', '<p>x</p>', 'a < b') },
)
const cue = fc
  .record({
    start: fc.integer({ min: 0, max: 12_000 }),
    length: fc.integer({ min: -200, max: 9000 }),
    text,
    alignment: fc.constantFrom('top' as const, 'bottom' as const, undefined),
    source: fc.option(text, { nil: undefined }),
    budget: fc.option(fc.nat(20), { nil: undefined }),
  })
  // A cue may stop before it starts, but it never stops before zero.
  .map(({ length, ...rest }): Cue =>
    Object.assign(rest, { stop: Math.max(0, rest.start + length) }),
  )
/** Sorted by start, or not. */
export const anyCues = fc.array(cue, { maxLength: 6 }).chain((list) =>
  fc.constantFrom(
    list,
    list.toSorted((one, other) => one.start - other.start),
  ),
)
export const anyOptions = fc
  .record({
    name: fc.constantFrom(...PROFILE_NAMES),
    language: fc.constantFrom(...Object.keys(LANGUAGES), 'xxx'),
    rate: fc.constantFrom(...FRAME_RATES),
    kind: fc.constantFrom('subtitles' as const, 'graphics' as const),
    cuts: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 6 }),
    names: fc.constant([{ source: 'Anna' }, { source: '[x', target: '\\' }]),
    glossary: fc.constant([{ source: 'the', target: 'die', forbidden: ['das'] }]),
    dates: fc.constant([{ source: '2019', target: '2019' }]),
  })
  .map(({ name, ...rest }): CheckOptions =>
    Object.assign(rest, { profile: profileFor(name, rest.language) }),
  )
