import { shotChangeIn, shotChangeOut } from './shot-changes.ts'
import { brackets } from './brackets.ts'
import { direction } from './direction.ts'
import { forcedCase, lyric } from './kinds.ts'
import { homoglyph } from './homoglyphs.ts'
import { punctuation } from './punctuation.ts'
import type { Rule } from './rule.ts'
import { numberAtStart, spelledNumber } from './numerals.ts'
import {
  lineBreaks,
  budget,
  charactersPerLine,
  charactersPerSecond,
  lineCount,
  width,
  wordsPerMinute,
} from './reading.ts'
import { date, name, numbers, term } from './terms.ts'
import { continuity, sentenceCase } from './sentences.ts'
import { empty, glyph, machine, sameAsSource, spaces, tags, untranslated } from './text.ts'
import {
  bridgeGap,
  dropFrame,
  filmEnd,
  maxDuration,
  frameGrid,
  order,
  overlap,
  minDuration,
  minGap,
} from './timing.ts'
import { spelling } from './spelling.ts'
import { style } from './style.ts'
import { dash, ellipsis, italic } from './typography.ts'

export const RULES: readonly Rule[] = [
  order,
  filmEnd,
  overlap,
  minDuration,
  maxDuration,
  minGap,
  bridgeGap,
  frameGrid,
  dropFrame,
  shotChangeIn,
  shotChangeOut,
  charactersPerSecond,
  wordsPerMinute,
  charactersPerLine,
  width,
  lineCount,
  lineBreaks,
  budget,
  tags,
  empty,
  untranslated,
  sameAsSource,
  spaces,
  glyph,
  direction,
  punctuation,
  homoglyph,
  brackets,
  ellipsis,
  dash,
  italic,
  style,
  sentenceCase,
  continuity,
  lyric,
  forcedCase,
  spelledNumber,
  numberAtStart,
  name,
  term,
  date,
  numbers,
  machine,
  spelling,
]
