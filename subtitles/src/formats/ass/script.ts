// Writes an ASS script, for export and for burn-in with libass.
import type { Cue } from '../../cue.ts'
import { WHITE, toRgb } from '../../colours.ts'
import { colourOf, FONT_STYLES, readMarkup, type TextRow, type TextStyle } from '../../markup.ts'
import { toNumpad } from '../position.ts'
import type { AssAppearance } from './appearance.ts'
import type { AssStyle } from './style.ts'
import { rubyRow } from './ruby.ts'
import { verticalCells } from './vertical.ts'

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
const [PRIMARY, BLACK, SHADE] = ['&H00FFFFFF', '&H00000000', '&H40000000']
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
    ...cues.flatMap((cue) => dialogue('Default', cue, look)),
    ...graphics.flatMap((cue) => dialogue('Graphic', cue, look)),
    '',
  ].join('\n')
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

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
    PRIMARY,
    PRIMARY,
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

/** In hundredths. A cue lasts at least one of them. */
export function eventTimes(cue: Cue): { start: string; stop: string } {
  const start = Math.round(cue.start / 10)
  const stop = Math.max(start + 1, Math.round(cue.stop / 10))
  return { start: formatClock(start), stop: formatClock(stop) }
}

/** ASS has no vertical text: each of its letters is an event of its own. */
function dialogue(style: StyleName, cue: Cue, look: AssAppearance): string[] {
  const { start, stop } = eventTimes(cue)
  const speaker = oneLine(cue.speaker ?? '').replaceAll(',', ' ')
  const head = `Dialogue: 0,${start},${stop},${style},${speaker},0,0,0,,`
  if (cue.writingMode)
    return verticalCells(cue, look).map(({ x, y, angle, size, text, styles }) => {
      const codes = [
        `\\an5\\pos(${Math.round(x)},${Math.round(y)})`,
        angle === 0 ? '' : `\\frz${angle}`,
        size === look.fontSize ? '' : `\\fs${size}`,
      ]
      return `${head}{${codes.join('')}}${styleChange([], styles)}${escapeText(text)}`
    })
  const place = toNumpad(cue) === 2 ? '' : `\\an${toNumpad(cue)}`
  const codes = `${place}${pointCode(cue, look)}`
  return [`${head}${codes && `{${codes}}`}${writeText(cue, look)}`]
}

/** The text field of an event of an existing script, with what differs from its style. */
export function writeEventText(
  cue: Cue,
  {
    base,
    width,
    height,
    direction,
  }: Pick<AssAppearance, 'width' | 'height' | 'direction'> & { base: AssStyle },
): string {
  const place = toNumpad(cue) === toNumpad(base.place) ? '' : `\\an${toNumpad(cue)}`
  const margins = { marginH: width / 10, marginV: height / 20 }
  const codes = `${place}${pointCode(cue, { width, height, ...margins })}`
  const styles: TextStyle[] = [...base.styles, ...(base.colour ? [base.colour as TextStyle] : [])]
  return `${codes && `{${codes}}`}${writeText(cue, { direction, fontSize: 0 }, styles)}`
}

/** Where one of both is not given, text is at the margin. */
function pointCode(
  { x, y, alignment = 'bottom', textAlign = 'center' }: Cue,
  {
    width,
    height,
    marginH,
    marginV,
  }: Pick<AssAppearance, 'width' | 'height' | 'marginH' | 'marginV'>,
): string {
  if (x === undefined && y === undefined) return ''
  const sides = { left: marginH, center: width / 2, right: width - marginH }
  const rows = { top: marginV, middle: height / 2, bottom: height - marginV }
  const across = x === undefined ? sides[textAlign] : (x / 100) * width
  const down = y === undefined ? rows[alignment] : (y / 100) * height
  return `\\pos(${twoDecimals(across)},${twoDecimals(down)})`
}

const twoDecimals = (pixels: number) => Math.round(pixels * 100) / 100

function formatClock(hundredths: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${two((hundredths / 6000) % 60)}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

/** `base` is the style of the event. */
function writeText(
  cue: Cue,
  look: Pick<AssAppearance, 'direction' | 'fontSize'>,
  base: readonly TextStyle[] = [],
): string {
  const read = readMarkup(cue.text)
  const direction = cue.direction ?? look.direction
  let current = base
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
        .map((row) => {
          const mark = direction === 'rtl' && needsMark(row) ? RIGHT_TO_LEFT_MARK : ''
          const ruby = rubyRow(row, look.fontSize, escapeText)
          const plain = ruby && styleChange(current, [])
          if (ruby) current = []
          return `${plain}${ruby}${mark}${write(row)}`
        })
        .join('\\N')
    : ''
}

/** A row that starts with a Latin word or has digits only. libass detects the others. */
const needsMark = (row: TextRow) =>
  row.length > 0 && !STARTS_RIGHT_TO_LEFT.test(row.map(({ text }) => text).join(''))
const STARTS_RIGHT_TO_LEFT =
  /^[^\p{L}\u200e]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u200f]/u

function styleChange(from: readonly TextStyle[], to: readonly TextStyle[]): string {
  const changed = FONT_STYLES.filter((style) => from.includes(style) !== to.includes(style))
  const [was, is] = [colourOf(from) ?? WHITE, colourOf(to) ?? WHITE]
  const change = [
    ...changed.map((style) => `\\${style}${to.includes(style) ? 1 : 0}`),
    ...(was === is ? [] : [`\\c${assColour(is)}`]),
  ].join('')
  return change && `{${change}}`
}

/** The order of ASS is blue, green, red. */
const assColour = (colour: string) =>
  `&H${toRgb(colour)
    .toReversed()
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}&`

const escapeText = (text: string) => text.replaceAll('\\', `\\${JOINER}`).replace(/[{}]/g, '\\$&')
