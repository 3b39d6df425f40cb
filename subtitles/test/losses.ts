// Property of all writers: what a cue has is in the file, or a warning names it.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  ALIGNMENTS,
  CUE_KINDS,
  DIRECTIONS,
  TEXT_ALIGNS,
  WRITING_MODES,
  type Cue,
} from '../src/cue.ts'
import { FORMATS, READERS } from '../src/formats/formats.ts'
import {
  FORMAT_NAMES,
  type FileWarning,
  type FormatName,
  type ReadableFormatName,
} from '../src/formats/format.ts'
import {
  colourOf,
  plainText,
  readMarkup,
  rubyOf,
  TEXT_STYLES,
  writeMarkup,
  type TextRun,
  type TextStyle,
} from '../src/markup.ts'
import { cuePosition } from '../src/formats/position.ts'
import { createRandom, mutate, WORD, WORD_OR_NAME, writeDocument } from './documents.ts'

/** Each text is a word of its own, so that it can be found again. */
const LATIN = ['a', 'Ä', 'ș', '–', '…', '“', ',', '♪', "'"]
const LETTERS = [...LATIN, '€', 'Ж', 'ש', '漢', '<', '&', '{', '\\']
const styles = fc.tuple(
  fc.subarray([...TEXT_STYLES], { maxLength: 2 }),
  fc.constantFrom(undefined, '#ffff00', '#123456'),
)
const word = fc
  .tuple(
    fc.nat(0xffff),
    fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...LATIN) }, fc.constantFrom(...LETTERS)),
  )
  .map(([number, letter]) => `a${number.toString(36)}${letter}`)
const run = fc
  .record({ text: word, styles, ruby: fc.option(word, { nil: undefined, freq: 6 }) })
  .map(({ text, styles: [tags, colour], ruby }) => ({
    text,
    styles: [
      ...TEXT_STYLES.filter((tag) => tags.includes(tag)),
      ...(colour ? [colour] : []),
      ...(ruby ? [`ruby:${ruby}`] : []),
    ] as TextStyle[],
  }))
const text = fc
  .array(fc.array(run, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  .map((rows) => writeMarkup(rows))
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const fields = fc.record({
  text: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant('') }),
  alignment: fc.constantFrom(...ALIGNMENTS),
  textAlign: fc.constantFrom(...TEXT_ALIGNS),
  x: rarely(fc.integer({ min: 0, max: 100 })),
  y: rarely(fc.integer({ min: 0, max: 100 })),
  writingMode: rarely(fc.constantFrom(...WRITING_MODES)),
  direction: rarely(fc.constantFrom(...DIRECTIONS)),
  speaker: rarely(word),
  kind: rarely(fc.constantFrom(...CUE_KINDS)),
  source: rarely(text),
  name: rarely(word),
  budget: rarely(fc.nat(99)),
  note: rarely(word),
  still: rarely(word),
})
/** Far enough apart for every format. */
const cues = fc
  .array(
    fc.tuple(fields, fc.integer({ min: 4000, max: 9000 }), fc.integer({ min: 1000, max: 3000 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((list) => {
    let start = 1000
    return list.map(([{ alignment, textAlign, ...more }, pause, length]): Cue => {
      start += pause
      const set = Object.entries(more).filter(([, value]) => value !== undefined)
      return Object.assign(
        { start, stop: start + length, ...cuePosition(alignment, textAlign) },
        Object.fromEntries(set) as { text: string },
      )
    })
  })
const RATES = [
  { num: 25, den: 1 },
  { num: 24, den: 1 },
  { num: 30_000, den: 1001 },
]

export const writtenFile = fc.record({
  cues,
  format: fc.constantFrom(...FORMAT_NAMES),
  rate: fc.constantFrom(...RATES),
})

export function assertWritesOrWarns({
  cues: list,
  format,
  rate,
}: {
  cues: Cue[]
  format: FormatName
  rate: { num: number; den: number }
}): boolean {
  const about = { title: 'Film', language: 'deu', rate }
  const written = FORMATS[format].write(list, about)
  if (!written.ok) {
    for (const { cue, message } of written.errors) assert.ok(list[cue] && message)
    return false
  }
  const read = FORMATS[format].read(written.bytes, { ...about, strict: true })
  assert.ok(read.ok, `${format} reads what it wrote: ${JSON.stringify(read)}`)
  const tolerance = Math.max((1000 * rate.den) / rate.num, 45)
  for (const [index, cue] of list.entries()) {
    const place = findPlace(read.cues, cue, tolerance)
    const found: Cue | undefined = read.cues[place]
    const own: FileWarning[] = [
      ...written.warnings.filter((warning) => warning.cue === index || warning.cue === null),
      ...read.warnings.filter((warning) => warning.cue === place || warning.cue === null),
    ]
    for (const missing of found ? findMissing(cue, found) : [{ field: 'line', value: cue.text }])
      assert.ok(
        own.some(({ lost }) => SAYS[missing.field]!.test(lost)),
        `${format} loses ${missing.field} ${missing.value} silently: ${JSON.stringify({ cue, found, own })}`,
      )
  }
  return true
}

/** Several cues may start at the same time: the one that has most of it. */
function findPlace(cues: readonly Cue[], cue: Cue, tolerance: number): number {
  const hasText = ({ text }: Cue) => plainText(text).trim() !== ''
  const places = cues.flatMap((other, place) =>
    Math.abs(other.start - cue.start) <= tolerance && hasText(cue) === hasText(other)
      ? [{ place, missing: findMissing(cue, other).length }]
      : [],
  )
  return places.toSorted((one, other) => one.missing - other.missing)[0]?.place ?? -1
}

/**
 * Property of all pairs of formats: what a document says is in the file that it is converted to, or a
 * warning names it. Returns false if it was not converted.
 */
export function assertConvertsOrWarns(
  from: ReadableFormatName,
  to: FormatName,
  { bytes }: RandomDocument,
): boolean {
  const rate = { num: 25, den: 1 }
  const read = READERS[from].read(bytes, { rate, language: 'eng' })
  return (
    read.ok && read.cues.length > 0 && assertWritesOrWarns({ cues: read.cues, format: to, rate })
  )
}

type Missing = { field: string; value: string }

/** What a warning about a field says. */
const SAYS: Record<string, RegExp> = {
  line: /lines? without a text/i,
  text: /character|order/i,
  b: /bold/i,
  i: /italic|change of style/i,
  u: /underline|change of style/i,
  em: /emphasis/i,
  tcy: /upright/i,
  colour: /colour|change of style/i,
  ruby: /ruby/i,
  alignment: /position/i,
  textAlign: /position/i,
  x: /position/i,
  y: /position/i,
  writingMode: /vertical/i,
  direction: /direction/i,
  speaker: /speaker|name/i,
  kind: /kind/i,
  source: /original|ruby/i,
  name: /names of the cards/i,
  budget: /limits/i,
  note: /notes/i,
  still: /stills/i,
  time: /time/i,
}
const FIELDS = ['writingMode', 'speaker', 'source', 'name', 'budget', 'note', 'still'] as const

function findMissing(cue: Cue, found: Cue): Missing[] {
  const missing: Missing[] = []
  const expect = (field: string, isKept: boolean, value: unknown) => {
    if (!isKept) missing.push({ field, value: String(value) })
  }
  const words = normal(plainText(found.text))
  expect('text', [plainText(cue.text), withRuby(cue.text)].map(normal).includes(words), cue.text)
  const styles = stylesOf(found.text)
  for (const style of stylesOf(cue.text))
    expect(style.split(' ')[0]!, styles.includes(style), style)
  expect('time', Math.abs(cue.stop - found.stop) <= 45, cue.stop)
  for (const field of FIELDS)
    expect(
      field,
      normal(String(cue[field] ?? '')) === normal(String(found[field] ?? '')),
      cue[field],
    )
  expect('kind', (cue.kind ?? 'dialogue') === (found.kind ?? 'dialogue'), cue.kind)
  expect('direction', directionOf(cue) === directionOf(found), cue.direction)
  if (cue.text === '') return missing
  for (const axis of ['x', 'y'] as const) {
    const [own, other] = [boxOf(cue)[axis], boxOf(found)[axis]]
    expect(
      axis,
      own.some((one) => other.some((two) => Math.abs(one - two) <= 0.1)),
      cue[axis],
    )
  }
  return missing
}

/** Without a direction, it follows from the letters: that of the language, which is German. */
const directionOf = ({ direction, text }: Cue) =>
  direction ?? (/^[^\p{L}]*ש/u.test(plainText(text)) ? 'rtl' : 'ltr')

const normal = (letters: string) => letters.normalize('NFC').replace(/\s+/g, ' ').trim()
const withRuby = (markup: string): string => {
  const read = readMarkup(markup)
  const toText = ({ text: base, styles: all }: TextRun) =>
    rubyOf(all) === undefined ? base : `${base}（${rubyOf(all)!}）`
  return read.ok ? read.rows.map((row) => row.map(toText).join('')).join('\n') : markup
}

const ROW = 5.33
/** Where the edge of the text may be. Where a player puts such text anyway, no point is stored. */
function boxOf(cue: Cue): { x: number[]; y: number[] } {
  const { alignment = 'bottom', textAlign = 'center', x, y, writingMode } = cue
  const height = writingMode ? 0 : cue.text.split('<br>').length * ROW
  const share = { top: 0, middle: 0.5, bottom: 1 }[alignment]
  const usual = { top: [0, 20], middle: [40, 60], bottom: [80, 100] }[alignment]
  const usualX = { left: [0, 20], center: [45, 55], right: [80, 100] }[textAlign]
  const range = ([from, to]: number[]) =>
    Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
  const isUsual = (value: number | undefined, [from, to]: number[]) =>
    value === undefined || (value >= from! && value <= to!)
  return {
    x: isUsual(x, usualX) ? [...range(usualX), x ?? 50] : [x!],
    y: (isUsual(y, usual) ? [...range(usual), y ?? 50] : [y!]).flatMap((at) => [
      at,
      at - height * share,
    ]),
  }
}

/** Each style with the letters that have it. */
function stylesOf(markup: string): string[] {
  const read = readMarkup(markup)
  if (!read.ok) return []
  return read.rows
    .flat()
    .filter((one) => one.text.trim())
    .flatMap((one) =>
      one.styles.map((style) =>
        style === colourOf(one.styles)
          ? `colour ${style}`
          : rubyOf(one.styles) !== undefined && style.startsWith('ruby:')
            ? `ruby ${style.slice(5)}`
            : style,
      ),
    )
}

export type RandomDocument = { bytes: Uint8Array; seed: number; isWhole: boolean }

export function randomDocument(
  format: ReadableFormatName,
  seed: number,
  state: 'whole' | 'damaged',
): RandomDocument {
  const random = createRandom(seed)
  const bytes = writeDocument(format, random)
  const isWhole = state === 'whole'
  return { bytes: isWhole ? bytes : mutate(bytes, random), seed, isWhole }
}

/**
 * Property of all readers: each word of a document, damaged or not, is in a cue or in a warning.
 * Returns false if the document was refused.
 */
export function assertReadsOrWarns(
  format: ReadableFormatName,
  { bytes, seed, isWhole }: RandomDocument,
): boolean {
  const read = READERS[format].read(bytes, { rate: { num: 25, den: 1 }, language: 'eng' })
  if (!read.ok) {
    assert.ok(read.errors.every(({ line, column, message }) => line > 0 && column > 0 && message))
    return false
  }
  // Damage may make it a file of another format, which writes text in another way.
  if (read.format) return true
  const known = new Set(
    [
      ...read.cues.flatMap((cue) => Object.values(cue)),
      ...read.warnings.map(({ lost }) => lost),
    ].flatMap((value) => String(value).match(WORD_OR_NAME) ?? []),
  )
  for (const word of wordsOf(format, bytes, isWhole ? WORD_OR_NAME : WORD))
    assert.ok(
      known.has(word),
      `${format} loses ${word} of seed ${seed} silently: ${JSON.stringify(read)}`,
    )
  return true
}

function wordsOf(format: ReadableFormatName, bytes: Uint8Array, pattern: RegExp): string[] {
  const text = new TextDecoder('latin1').decode(bytes)
  // Before its text, a block has fields.
  if (format === 'stl')
    return Array.from({ length: Math.ceil((text.length - 1024) / 128) }, (_, block) =>
      text.slice(1024 + block * 128 + 16, 1024 + (block + 1) * 128),
    ).flatMap((field) => field.match(pattern) ?? [])
  if (format !== 'scc') return text.match(pattern) ?? []
  // The letters of each line, without parity.
  return text.split(/[\r\n]/).flatMap((line) => {
    const letters = line
      .slice(12)
      .split(/\s+/)
      .filter((pair) => /^[0-9a-f]{4}$/.test(pair))
      .map((pair) => [Number.parseInt(pair.slice(0, 2), 16), Number.parseInt(pair.slice(2), 16)])
      .map(([high, low]) => [high! & 0x7f, low! & 0x7f])
      .filter(([high]) => high! >= 0x20)
    return String.fromCharCode(...letters.flat()).match(WORD) ?? []
  })
}
