// Cue settings. WebVTT positions cues to the percent; only the third of the screen is kept.
// Settings that the W3C parser ignores are ignored.
import type { Cue } from '../../cue.ts'
import { cuePosition, type CuePosition } from '../position.ts'

const PERCENT = String.raw`0*(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%`
const SETTING = new RegExp(
  String.raw`^(?:(line):(-?\d+(?:\.\d+)?|${PERCENT})(?:,.*)?|(position):(${PERCENT})(?:,.*)?|(align):(start|center|end|left|right)|(vertical):(rl|lr))$`,
  's',
)
/** One row is 5.33 % of the height, so six rows are a third of the screen. */
const ROWS_PER_THIRD = 6
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export function parsePosition(settings: string, text: string): CuePosition {
  const values: Record<string, string | undefined> = {}
  for (const setting of settings.split(/[ \t\f]+/)) {
    const [name, value] = (SETTING.exec(setting) ?? [])
      .slice(1)
      .filter((part) => part !== undefined)
    if (name) values[name] = value
  }
  // In vertical text `line` counts columns and `align` is vertical.
  return values.vertical
    ? {}
    : cuePosition(
        parseLine(values.line),
        values.align && values.align !== 'center'
          ? parseAlign(values.align, text)
          : parseSide(values.position),
      )
}

/** Positions to the percent, regions and vertical text have no place in a line. */
export function lostSettings(settings: string): string[] {
  const lost = new Set<string>()
  for (const setting of settings.split(/[ \t\f]+/)) {
    if (setting.startsWith('vertical:')) lost.add('The vertical direction of the text')
    else if (setting.startsWith('region:')) lost.add('The region of the cue')
    else if (/^(?:line|position|size):/.test(setting) && !EXACT_LINES.has(setting))
      lost.add('The exact position of the cue')
  }
  return [...lost]
}

/** Lines that `formatSettings` writes, and the bottom line. */
const EXACT_LINES = new Set(['line:0', 'line:50%', 'line:-1', 'position:50%', 'size:100%'])

/** Without `,center`, which some players do not support. */
export function formatSettings({ alignment, textAlign }: CuePosition): string {
  const line = alignment === 'top' ? ' line:0' : alignment === 'middle' ? ' line:50%' : ''
  return `${line}${textAlign && textAlign !== 'center' ? ` align:${textAlign}` : ''}`
}

function parseLine(line = '-1'): Cue['alignment'] {
  const offset = Number.parseFloat(line)
  if (line.endsWith('%')) return offset < 100 / 3 ? 'top' : offset <= 200 / 3 ? 'middle' : 'bottom'
  const third = Math.floor((offset < 0 ? -offset - 1 : offset) / ROWS_PER_THIRD)
  if (third === 1) return 'middle'
  return (third === 0) === offset < 0 ? 'bottom' : 'top'
}

function parseSide(position = '50%'): Cue['textAlign'] {
  const offset = Number.parseFloat(position)
  return offset < 100 / 3 ? 'left' : offset > 200 / 3 ? 'right' : 'center'
}

/** `start` is the side where reading begins. */
function parseAlign(align: string, text: string): Cue['textAlign'] {
  if (align === 'left' || align === 'right') return align
  return (align === 'start') === RIGHT_TO_LEFT.test(text.replace(/<[^<>]*>?/g, ''))
    ? 'right'
    : 'left'
}
