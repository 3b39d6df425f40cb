// Turns a text into positioned glyphs: fonts, direction, shaping and line breaks.
import bidiFactory, { type Bidi } from 'bidi-js'
import * as hb from 'harfbuzzjs'
import { findFont, type FontChoice, type LoadedFont } from './fonts.ts'

/** Positions are in units of the font. `text` is what the glyph stands for, once per cluster. */
export type Glyph = {
  id: number
  advance: number
  dx: number
  dy: number
  cluster: number
  text: string
}
export type GlyphRun = { font: LoadedFont; glyphs: Glyph[] }
/** From left to right. The width is in ems. */
export type TextLine = { runs: GlyphRun[]; width: number; isRightToLeft: boolean }

// Its types describe an ES module, but Node loads the CommonJS one, whose export is the function.
const bidi = (bidiFactory as unknown as () => Bidi)()
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u202b\u202e\u2067]/
/** Marks, spaces and joiners stay in the font of the character before them. */
const DEPENDENT = /[\p{M}\p{Cf}\p{Zs}]/u

/** The lines of a text in a column that is `width` ems wide. */
export const breakText = (text: string, width: number, choice: FontChoice): TextLine[] =>
  text.split('\n').flatMap((row) => breakRow(row, width, choice))

function breakRow(row: string, width: number, choice: FontChoice): TextLine[] {
  const whole = typesetLine(row, choice)
  if (whole.width <= width) return [whole]
  const advances = advancesOf(whole, row.length)
  return findBreaks(row, advances, width).map((part) =>
    typesetLine(part.trimEnd(), choice, whole.isRightToLeft),
  )
}

export function typesetLine(text: string, choice: FontChoice, isRightToLeft?: boolean): TextLine {
  const { levels, base } = levelsOf(text, isRightToLeft)
  const runs = splitRuns(text, levels, choice)
  const ordered = reorder(runs).map(({ start, end, level, font }) => ({
    font,
    glyphs: shape(text, { start, end, font, isRightToLeft: level % 2 === 1 }),
  }))
  const width = ordered.reduce(
    (sum, { font, glyphs }) =>
      sum + glyphs.reduce((all, { advance }) => all + advance, 0) / font.unitsPerEm,
    0,
  )
  return { runs: ordered, width, isRightToLeft: base % 2 === 1 }
}

function levelsOf(text: string, isRightToLeft: boolean | undefined) {
  if (!RIGHT_TO_LEFT.test(text) && isRightToLeft !== true) return { levels: undefined, base: 0 }
  const direction = isRightToLeft === undefined ? 'auto' : isRightToLeft ? 'rtl' : 'ltr'
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction)
  return { levels, base: paragraphs[0]?.level ?? 0 }
}

type Run = { start: number; end: number; level: number; font: LoadedFont }

/** A new run starts where the font or the direction changes. */
function splitRuns(text: string, levels: Uint8Array | undefined, choice: FontChoice): Run[] {
  const runs: Run[] = []
  let index = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    const last = runs.at(-1)
    const level = levels?.[index] ?? 0
    const end = index + character.length
    const font =
      last && DEPENDENT.test(character) && (last.font.covers.has(code) || /\p{Cf}/u.test(character))
        ? last.font
        : findFont(code, choice)
    if (last && last.font === font && last.level === level) last.end = end
    else runs.push({ start: index, end, level, font })
    index = end
  }
  return runs
}

/** UAX #9, rule L2, on whole runs: HarfBuzz reverses the glyphs inside of a run. */
function reorder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0)
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end - start > 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = Math.max(start, end)
    }
  return ordered
}

const buffer = new hb.Buffer()

function shape(
  text: string,
  {
    start,
    end,
    font,
    isRightToLeft,
  }: { start: number; end: number; font: LoadedFont; isRightToLeft: boolean },
): Glyph[] {
  buffer.reset()
  buffer.addText(text, start, end - start)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font.font, buffer)
  // Together, they would have more fields and take four times as long.
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const glyphs = infos.map(({ codepoint, cluster }, n): Glyph => {
    const { xAdvance, xOffset, yOffset } = positions[n]!
    return { id: codepoint, advance: xAdvance, dx: xOffset, dy: yOffset, cluster, text: '' }
  })
  // Clusters are in the order of the text, or against it.
  const logical = isRightToLeft ? glyphs.toReversed() : glyphs
  let stop = end
  for (const [n, glyph] of [...logical.entries()].toReversed())
    if (logical[n - 1]?.cluster !== glyph.cluster) {
      glyph.text = text.slice(glyph.cluster, stop)
      stop = glyph.cluster
    }
  return glyphs
}

/** The width in ems of what starts at each character. */
function advancesOf({ runs }: TextLine, length: number): Float64Array {
  const advances = new Float64Array(length)
  for (const { font, glyphs } of runs)
    for (const { cluster, advance } of glyphs) advances[cluster]! += advance / font.unitsPerEm
  return advances
}

/** Full Unicode data: Thai, Japanese and Chinese have no spaces between words. */
const WORDS = new Intl.Segmenter('und', { granularity: 'word' })
const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Punctuation does not start a line, and what follows an opening bracket does not either. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Zs}\p{M}]/u
const NEVER_LAST = /[\p{Ps}\p{Pi}]/u

function findBreaks(row: string, advances: Float64Array, width: number): string[] {
  const lines: string[] = []
  let [line, used] = ['', 0]
  const add = (part: string, start: number) => {
    const [all, visible] = widthsOf(part, start, advances)
    if (line !== '' && used + visible > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += part
    used += all
  }
  let start = 0
  for (const word of unbreakableParts(row)) {
    // A word that is longer than a line breaks between any two characters.
    const parts =
      widthsOf(word, start, advances)[1] > width
        ? Array.from(CHARACTERS.segment(word), ({ segment }) => segment)
        : [word]
    for (const part of parts) {
      add(part, start)
      start += part.length
    }
  }
  return [...lines, line]
}

/** With and without the spaces at its end. */
function widthsOf(part: string, start: number, advances: Float64Array): [number, number] {
  const sum = (length: number) =>
    advances.subarray(start, start + length).reduce((all, advance) => all + advance, 0)
  return [sum(part.length), sum(part.trimEnd().length)]
}

function unbreakableParts(row: string): string[] {
  const parts: string[] = []
  for (const { segment } of WORDS.segment(row)) {
    const last = parts.at(-1)
    if (last !== undefined && !mayBreak(last.slice(-1), segment)) parts[parts.length - 1] += segment
    else parts.push(segment)
  }
  return parts
}

/** After a space or a hyphen, and in scripts without spaces. */
const mayBreak = (last: string, next: string) =>
  !NEVER_FIRST.test(next) &&
  !NEVER_LAST.test(last) &&
  (/[\s\u00ad\u200b\p{Pd}]/u.test(last) || SPACELESS.test(next) || SPACELESS.test(last))
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
