// What the formats can express besides text, times and the nine positions. A writer gets cues without
// the rest, and its result names what they lost.
import type { Cue } from '../cue.ts'
import {
  MARKED,
  readMarkup,
  rubyOf,
  TEXT_STYLES,
  writeMarkup,
  type TagStyle,
  type TextRun,
  type TextStyle,
} from '../markup.ts'
import type { FileWarning, Format } from './format.ts'
import { inParentheses } from './markup-builder.ts'
import { cuePosition } from './position.ts'
import { limitWarnings } from './report.ts'

/** Information about the lines, not their appearance: reported once for the file. */
const ABOUT_LINES = ['speaker', 'kind', 'source', 'name', 'budget', 'note', 'still'] as const
type AboutLine = (typeof ABOUT_LINES)[number]
/** Fields of tables. No format for players has them. */
export const LIST_FEATURES = ['source', 'name', 'budget', 'note', 'still'] as const

export type Feature = TagStyle | 'colour' | 'ruby' | 'point' | 'vertical' | 'direction' | AboutLine

export const ALL_FEATURES: readonly Feature[] = [
  ...TEXT_STYLES,
  'colour',
  'ruby',
  'point',
  'vertical',
  'direction',
  ...ABOUT_LINES,
]
const LOST: Record<Feature, string> = {
  b: 'Bold',
  i: 'Italic',
  u: 'Underline',
  em: 'Emphasis marks',
  tcy: 'Upright digits in vertical text',
  colour: 'The colour of the text',
  ruby: 'Ruby; its text follows in parentheses',
  point: 'The exact position; the nearest of nine is used',
  vertical: 'The vertical direction of the text',
  direction: 'The direction of the line',
  speaker: 'The names of the speakers',
  kind: 'The kinds of the lines',
  source: 'The original texts',
  name: 'The names of the cards',
  budget: 'The limits of characters',
  note: 'The notes',
  still: 'The stills',
}

/** A writer of cues that have only these features. */
export const reducedTo =
  (features: readonly Feature[], write: Format['write']): Format['write'] =>
  (cues, about) => {
    const reduced = reduceCues(cues, new Set(features))
    const result = write(reduced.cues, about)
    return result.ok
      ? { ...result, warnings: limitWarnings([...reduced.warnings, ...result.warnings]) }
      : result
  }

/** A writer for formats in which all text is at the bottom. */
export const withoutPlaces =
  (write: Format['write']): Format['write'] =>
  (cues, about) => {
    const warnings = cues.flatMap(({ alignment, textAlign }, cue) =>
      alignment || textAlign ? [{ cue, lost: 'The position; the text is at the bottom' }] : [],
    )
    const placeless = cues.map(({ alignment: _row, textAlign: _side, ...cue }): Cue => cue)
    const result = write(placeless, about)
    return result.ok ? { ...result, warnings: [...warnings, ...result.warnings] } : result
  }

export function reduceCues(
  cues: readonly Cue[],
  features: ReadonlySet<Feature>,
): { cues: Cue[]; warnings: FileWarning[] } {
  const warnings: FileWarning[] = ABOUT_LINES.flatMap((field) =>
    !features.has(field) && cues.some((cue) => hasField(cue, field))
      ? [{ cue: null, lost: LOST[field] }]
      : [],
  )
  const reduced = cues.map((cue, index) => {
    const lost = new Set<Feature>()
    const next = reduceCue(cue, features, lost)
    for (const feature of lost) warnings.push({ cue: index, lost: LOST[feature] })
    return next
  })
  return { cues: reduced, warnings }
}

/** An empty text is the same as none, and dialogue is the default. */
const hasField = (cue: Cue, field: AboutLine) =>
  cue[field] !== undefined && cue[field] !== '' && cue[field] !== 'dialogue'

function reduceCue(cue: Cue, features: ReadonlySet<Feature>, lost: Set<Feature>): Cue {
  const reduce = (text: string) => (MARKED.test(text) ? reduceText(text, features, lost) : text)
  const text = reduce(cue.text)
  const { x, y, writingMode, direction, ...more } = cue
  const rest: Cue = { ...more }
  for (const field of ABOUT_LINES) if (!features.has(field)) delete rest[field]
  if (rest.source) rest.source = reduce(rest.source)
  const isPlaced = x !== undefined || y !== undefined
  const canPlace = features.has('point')
  const keep = (feature: Feature, isSet: boolean) => {
    if (isSet && !features.has(feature)) lost.add(feature)
    return isSet && features.has(feature)
  }
  if (isPlaced && !canPlace) lost.add('point')
  return {
    ...rest,
    text,
    ...(isPlaced && !canPlace && nearestPosition(cue)),
    ...(canPlace && x !== undefined && { x }),
    ...(canPlace && y !== undefined && { y }),
    ...(keep('vertical', writingMode !== undefined) && { writingMode: writingMode! }),
    ...(keep('direction', direction !== undefined) && { direction: direction! }),
  }
}

/** The third of the picture that the point is in. */
export function nearestPosition({ x, y, alignment, textAlign }: Cue) {
  const third = (percent: number) => (percent < 100 / 3 ? 0 : percent > 200 / 3 ? 2 : 1)
  const rows = ['top', 'middle', 'bottom'] as const
  const columns = ['left', 'center', 'right'] as const
  return cuePosition(
    y === undefined ? alignment : rows[third(y)],
    x === undefined ? textAlign : columns[third(x)],
  )
}

/** Invalid markup stays, so that the writer reports it. */
function reduceText(text: string, features: ReadonlySet<Feature>, lost: Set<Feature>): string {
  const read = readMarkup(text)
  if (!read.ok) return text
  const rows = read.rows.map((row) => row.map((run) => reduceRun(run, features, lost)))
  return lost.size > 0 ? writeMarkup(rows) : text
}

function reduceRun(run: TextRun, features: ReadonlySet<Feature>, lost: Set<Feature>): TextRun {
  if (run.styles.length === 0) return run
  const styles = run.styles.filter((style) => {
    const feature = featureOf(style)
    if (!features.has(feature)) lost.add(feature)
    return features.has(feature)
  })
  if (styles.length === run.styles.length) return run
  const ruby = features.has('ruby') ? undefined : rubyOf(run.styles)
  return { text: ruby === undefined ? run.text : inParentheses(run.text, ruby), styles }
}

const featureOf = (style: TextStyle): Feature =>
  style.startsWith('#') ? 'colour' : style.startsWith('ruby:') ? 'ruby' : (style as TagStyle)
