// Styles apply to whole rows, and | and {y: cannot be escaped.
import { msToFrame, type Cue, type FrameRate } from '../../cue.ts'
import { toRgb } from '../../colours.ts'
import { colourOf, FONT_STYLES, readMarkup, type TextRow, type TextStyle } from '../../markup.ts'
import type { FileInfo, FileWarning, WriteResult } from '../format.ts'

type Warn = (lost: string) => void

export function writeMicroDvd(cues: readonly Cue[], { rate }: FileInfo): WriteResult {
  const errors = cues.flatMap(({ text }, cue) =>
    RESERVED.test(text) ? [{ cue, message: 'contains | or a code such as {y:i}' }] : [],
  )
  if (errors.length > 0) return { ok: false, errors }
  const warnings: FileWarning[] = []
  const lines = cues.map((cue, index) =>
    writeCue(cue, rate, (lost) => warnings.push({ cue: index, lost })),
  )
  const perSecond = Math.round((rate.num / rate.den) * 1000) / 1000
  const text = [`{1}{1}${perSecond}`, ...lines, ''].join('\n')
  return { ok: true, bytes: new TextEncoder().encode(text), warnings }
}

const RESERVED = /\||\{[a-zA-Z]:[^{}]*\}/

function writeCue({ start, stop, text }: Cue, rate: FrameRate, warn: Warn): string {
  const from = msToFrame(start, rate)
  const to = Math.max(from + 1, msToFrame(stop, rate))
  const read = readMarkup(text)
  const rows = read.ok ? read.rows.map((row) => writeRow(row, warn)) : []
  return `{${from}}{${to}}${rows.join('|')}`
}

const NAMES = { b: 'Bold', i: 'Italic', u: 'Underline' } as const

/** What only a part of the row has is lost. */
function writeRow(row: TextRow, warn: Warn): string {
  const runs = row.filter(({ text }) => text.trim())
  const has = (style: TextStyle) => runs.some(({ styles }) => styles.includes(style))
  const isWhole = (style: TextStyle) =>
    runs.length > 0 && runs.every(({ styles }) => styles.includes(style))
  for (const style of FONT_STYLES)
    if (has(style) && !isWhole(style)) warn(`${NAMES[style]} of a part of the row`)
  const styles = FONT_STYLES.filter(isWhole)
  const colours = new Set(runs.map((run) => colourOf(run.styles)))
  const [colour] = colours
  if (colours.size > 1) warn('The colour of a part of the row')
  const codes = [
    ...(styles.length > 0 ? [`{y:${styles.join(',')}}`] : []),
    ...(colour && colours.size === 1 ? [`{c:${toBgr(colour)}}`] : []),
  ]
  return codes.join('') + row.map(({ text }) => text).join('')
}

/** $BBGGRR */
const toBgr = (colour: string) =>
  `$${toRgb(colour)
    .toReversed()
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
