import { cutIn, cutOut } from './cuts.ts'
import { direction } from './direction.ts'
import type { Rule } from './context.ts'
import { numberAtStart, spelledNumber } from './numerals.ts'
import {
  breaks,
  budget,
  charactersPerLine,
  charactersPerSecond,
  rows,
  width,
  wordsPerMinute,
} from './reading.ts'
import { date, name, numbers, term } from './terms.ts'
import { empty, glyph, sameAsSource, spaces, tags, untranslated } from './text.ts'
import {
  bridgedGap,
  dropFrame,
  longest,
  onFrames,
  order,
  overlap,
  shortest,
  smallestGap,
} from './timing.ts'
import { dash, ellipsis, italic } from './typography.ts'

export const RULES: readonly Rule[] = [
  order,
  overlap,
  shortest,
  longest,
  smallestGap,
  bridgedGap,
  onFrames,
  dropFrame,
  cutIn,
  cutOut,
  charactersPerSecond,
  wordsPerMinute,
  charactersPerLine,
  width,
  rows,
  breaks,
  budget,
  tags,
  empty,
  untranslated,
  sameAsSource,
  spaces,
  glyph,
  direction,
  ellipsis,
  dash,
  italic,
  spelledNumber,
  numberAtStart,
  name,
  term,
  date,
  numbers,
]
