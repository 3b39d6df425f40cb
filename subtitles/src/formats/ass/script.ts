// Writes an ASS script, for export and for burn-in with libass.
import type { Cue } from '../../cue.ts'
import { readMarkup, type TextRow, type TextStyle } from '../../markup.ts'
import { toNumpad } from '../position.ts'

/** Sizes are in pixels. */
export type AssAppearance = {
  title?: string
  width: number
  height: number
  fontName: string
  fontSize: number
  /** Horizontal and vertical safe margins. */
  marginH: number
  marginV: number
  /**
   * libass reorders right-to-left text itself. This is for rows that start with a Latin word or a
   * digit.
   */
  direction: 'ltr' | 'rtl'
  /** Draws a dark box behind the text instead of an outline. */
  box: boolean
}

const STYLE_FIELDS = [
  'Name',
  'Fontname',
  'Fontsize',
  'PrimaryColour',
  'SecondaryColour',
  'OutlineColour',
  'BackColour',
  'Bold',
  'Italic',
  'Underline',
  'StrikeOut',
  'ScaleX',
  'ScaleY',
  'Spacing',
  'Angle',
  'BorderStyle',
  'Outline',
  'Shadow',
  'Alignment',
  'MarginL',
  'MarginR',
  'MarginV',
  'Encoding',
]
const [WHITE, BLACK, SHADE] = ['&H00FFFFFF', '&H00000000', '&H40000000']
/** BorderStyle 4 draws one box around all rows in libass; 1 draws an outline. */
const [BOX, OUTLINE] = [4, 1]
/**
 * Detects the direction of each row from its first strong character. Any other encoding forces left
 * to right.
 */
const BY_LETTERS = -1
const RIGHT_TO_LEFT_MARK = '\u200f'
/**
 * ASS has no escape for a backslash. An invisible word joiner separates it from the next character;
 * reading removes it.
 */
export const JOINER = '\u2060'

/**
 * Graphics are bold and keep their own position. libass moves them apart where they collide with
 * subtitles.
 */
export function writeAssScript(
  cues: readonly Cue[],
  look: AssAppearance,
  graphics: readonly Cue[] = [],
): string {
  return [
    '[Script Info]',
    ...(look.title ? [`Title: ${oneLine(look.title)}`] : []),
    'ScriptType: v4.00+',
    `PlayResX: ${look.width}`,
    `PlayResY: ${look.height}`,
    // 0: balanced rows, broken at spaces. Languages without spaces only have the translator's own
    // breaks.
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    'YCbCr Matrix: TV.709',
    '',
    '[V4+ Styles]',
    `Format: ${STYLE_FIELDS.join(', ')}`,
    ...[
      styleCells('Default', look),
      ...(graphics.length > 0 ? [styleCells('Graphic', look)] : []),
    ].map((style) => `Style: ${style.join(',')}`),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map((cue) => dialogue('Default', cue, look)),
    ...graphics.map((cue) => dialogue('Graphic', cue, look)),
    '',
  ].join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

type StyleName = 'Default' | 'Graphic'
/** ASS writes true as -1. */
const [ON, OFF] = [-1, 0]

function styleCells(
  name: StyleName,
  { fontName, fontSize, box, marginH, marginV }: AssAppearance,
): (string | number)[] {
  const [border, outline, shadow] = box
    ? [BOX, 0, round(fontSize / 5)]
    : [OUTLINE, round(fontSize / 20), round(fontSize / 32)]
  return [
    name,
    oneLine(fontName).replaceAll(',', ' '),
    fontSize,
    WHITE,
    WHITE,
    BLACK,
    SHADE,
    name === 'Graphic' ? ON : OFF,
    OFF,
    OFF,
    OFF,
    100,
    100,
    0,
    0,
    border,
    outline,
    shadow,
    2,
    marginH,
    marginH,
    marginV,
    BY_LETTERS,
  ]
}

const round = (pixels: number) => Math.max(1, Math.round(pixels))

/** ASS times are in hundredths. A cue lasts at least one of them. */
function dialogue(style: StyleName, cue: Cue, { direction }: AssAppearance): string {
  const start = Math.round(cue.start / 10)
  const stop = Math.max(start + 1, Math.round(cue.stop / 10))
  const place = toNumpad(cue) === 2 ? '' : `{\\an${toNumpad(cue)}}`
  return `Dialogue: 0,${formatClock(start)},${formatClock(stop)},${style},,0,0,0,,${place}${writeText(cue.text, direction)}`
}

function formatClock(hundredths: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${two((hundredths / 6000) % 60)}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

function writeText(text: string, direction: AssAppearance['direction']): string {
  const read = readMarkup(text)
  let current: readonly TextStyle[] = []
  const write = (row: TextRow) =>
    row
      .map((run) => {
        const change = styleChange(current, run.styles)
        current = run.styles
        return `${change}${escapeText(run.text)}`
      })
      .join('')
  return read.ok
    ? read.rows
        .map(
          (row) =>
            `${direction === 'rtl' && needsMark(row) ? RIGHT_TO_LEFT_MARK : ''}${write(row)}`,
        )
        .join('\\N')
    : ''
}

/** A row that starts with a Latin word or has digits only. libass detects the others. */
const needsMark = (row: TextRow) =>
  row.length > 0 && !STARTS_RIGHT_TO_LEFT.test(row.map(({ text }) => text).join(''))
const STARTS_RIGHT_TO_LEFT =
  /^[^\p{L}\u200e]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u200f]/u

function styleChange(from: readonly TextStyle[], to: readonly TextStyle[]): string {
  const change = [
    ...from.filter((style) => !to.includes(style)).map((style) => `\\${style}0`),
    ...to.filter((style) => !from.includes(style)).map((style) => `\\${style}1`),
  ].join('')
  return change && `{${change}}`
}

const escapeText = (text: string) => text.replaceAll('\\', `\\${JOINER}`).replace(/[{}]/g, '\\$&')
