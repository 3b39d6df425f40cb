// Cue settings (https://www.w3.org/TR/webvtt1/#cue-settings). Settings that the W3C parser ignores
// are ignored.
import type { Cue } from '../../cue.ts'
import { STARTS_RIGHT_TO_LEFT } from '../direction.ts'
import { anchorAt, cuePosition, toPercent, type CueLayout } from '../position.ts'
import { excerpt } from '../report.ts'
import { regionEdges, ROW_HEIGHT, type VttRegion } from './regions.ts'

const PERCENT = String.raw`0*(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%`
const SETTING = new RegExp(
  String.raw`^(?:(line):(-?\d+(?:\.\d+)?|${PERCENT})(?:,(.*))?|(position):(${PERCENT})(?:,(.*))?|(align):(start|center|end|left|right)|(vertical):(rl|lr)|(region):(\S+))$`,
  's',
)
/** Six rows are a third of the screen. */
const ROWS_PER_THIRD = 6
type Setting = { value: string; align: string | undefined }
type Settings = Partial<Record<string, Setting>>

export function readSettings(
  settings: string,
  text: string,
  regions: ReadonlyMap<string, VttRegion>,
): { layout: CueLayout; losses: string[] } {
  if (!settings.trim()) return { layout: {}, losses: [] }
  const losses = new Set<string>()
  const values: Settings = {}
  for (const setting of settings.split(/[ \t\f]+/)) {
    const [name, value, align] = (SETTING.exec(setting) ?? [])
      .slice(1)
      .filter((part) => part !== undefined)
    if (name) values[name] = { value: value!, align }
    else if (setting && !/^size:100%$/.test(setting)) losses.add(`The setting ${excerpt(setting)}`)
  }
  const region = values.region && regions.get(values.region.value)
  if (values.region && (!region || values.vertical || values.line))
    losses.add(`The region ${excerpt(values.region.value)}`)
  const height = text.split('\n').length * ROW_HEIGHT
  if (values.vertical) return { layout: verticalLayout(values), losses: [...losses] }
  const layout =
    region && !values.line
      ? regionLayout(region, values, text, height)
      : horizontalLayout(values, text, height)
  return { layout, losses: [...losses] }
}

function horizontalLayout({ line, position, align }: Settings, text: string, height: number) {
  const textAlign = align ? parseAlign(align.value, text) : 'center'
  const alignment = parseLine(line?.value)
  const top = line && !EXACT_LINES.has(line.value) ? topEdge(line, height) : undefined
  return {
    ...cuePosition(alignment, textAlign),
    ...parseSide(position, textAlign),
    ...(top !== undefined && { y: toPercent(top + height * anchorAt(alignment)) }),
  }
}

/** Lines that `formatSettings` writes, and the bottom line. */
const EXACT_LINES = new Set(['0', '50%', '-1'])

/** The upper edge of the text, in percent. */
function topEdge({ value, align }: Setting, height: number): number {
  const offset = Number.parseFloat(value)
  if (!value.endsWith('%'))
    return offset >= 0 ? offset * ROW_HEIGHT : 100 + (offset + 1) * ROW_HEIGHT - height
  return offset - (align === 'end' ? height : align === 'center' ? height / 2 : 0)
}

/** Without a position, text is at the edge that it is aligned to. */
function parseSide(position: Setting | undefined, textAlign: Cue['textAlign']): Pick<Cue, 'x'> {
  const at = position === undefined ? undefined : Number.parseFloat(position.value)
  // The text is in the middle between this edge and that of the picture.
  const isCentred = textAlign === 'center'
  const edge =
    isCentred && position?.align === 'line-left'
      ? 100
      : isCentred && position?.align === 'line-right'
        ? 0
        : undefined
  const x = at === undefined ? undefined : toPercent(edge === undefined ? at : (at + edge) / 2)
  const usual = textAlign === 'left' ? 0 : textAlign === 'right' ? 100 : 50
  return x === undefined || x === usual ? {} : { x }
}

/** Text fills a region from its lower edge. */
function regionLayout(
  region: VttRegion,
  { position, align }: Settings,
  text: string,
  height: number,
): CueLayout {
  const textAlign = align ? parseAlign(align.value, text) : 'center'
  const { left, width, bottom } = regionEdges(region)
  const usual = textAlign === 'left' ? 0 : textAlign === 'right' ? 100 : 50
  const share = position ? Number.parseFloat(position.value) : usual
  const alignment = thirdOf(bottom - height / 2)
  const x = toPercent(left + (width * share) / 100)
  return {
    ...cuePosition(alignment, textAlign),
    ...(x === usual ? {} : { x }),
    y: toPercent(bottom - height * (1 - anchorAt(alignment))),
  }
}

/** In vertical text `line` is horizontal, `position` and `align` are vertical. */
function verticalLayout({ vertical, line, position, align }: Settings): CueLayout {
  const isRightToLeft = vertical!.value === 'rl'
  const alignments = { start: 'top', left: 'top', center: 'middle', end: 'bottom', right: 'bottom' }
  const alignment = alignments[(align?.value ?? 'center') as keyof typeof alignments]
  const x = line?.value.endsWith('%') ? toPercent(Number.parseFloat(line.value)) : undefined
  // Without a line, text is where reading ends.
  const isFirst = Number.parseFloat(line?.value ?? '-1') >= 0
  const side =
    x === undefined
      ? isFirst === isRightToLeft
        ? 'right'
        : 'left'
      : (lineSide(line?.align, isRightToLeft) ?? sideOf(x))
  const y = position ? toPercent(Number.parseFloat(position.value)) : undefined
  return {
    ...cuePosition(alignment as Cue['alignment'], side),
    writingMode: isRightToLeft ? 'vertical-rl' : 'vertical-lr',
    ...(x !== undefined && !(x === 50 && side === 'center') && { x }),
    ...(y !== undefined && { y }),
  }
}

/** Which side of the column is at the line. It starts at the side where reading begins. */
function lineSide(align: string | undefined, isRightToLeft: boolean): Cue['textAlign'] {
  if (align === 'center') return 'center'
  if (align !== 'start' && align !== 'end') return undefined
  return (align === 'start') === isRightToLeft ? 'right' : 'left'
}

const sideOf = (x: number) => (x < 100 / 3 ? 'left' : x > 200 / 3 ? 'right' : 'center')

/** The upper edge is written, because some players do not support `,end` and `,center`. */
export function formatSettings(cue: Cue): string {
  const { alignment, textAlign, x, y, writingMode, text } = cue
  if (writingMode) return formatVertical(cue)
  const height = text.split('<br>').length * ROW_HEIGHT
  const top = y === undefined ? undefined : toPercent(y - height * anchorAt(alignment))
  const line =
    top === undefined
      ? alignment === 'top'
        ? ' line:0'
        : alignment === 'middle'
          ? ' line:50%'
          : ''
      : ` line:${top}%`
  const position = x === undefined ? '' : ` position:${x}%`
  return `${line}${position}${textAlign && textAlign !== 'center' ? ` align:${textAlign}` : ''}`
}

function formatVertical({ alignment = 'bottom', textAlign = 'center', x, y, writingMode }: Cue) {
  const isRightToLeft = writingMode === 'vertical-rl'
  const side =
    textAlign === 'center' ? '50%' : (textAlign === 'right') === isRightToLeft ? '0' : '-1'
  const align = { top: 'start', middle: 'center', bottom: 'end' }[alignment]
  const edge =
    textAlign === 'center' ? 'center' : (textAlign === 'right') === isRightToLeft ? 'start' : 'end'
  const line = x === undefined ? side : `${x}%,${edge}`
  const position = y === undefined ? '' : ` position:${y}%`
  return ` vertical:${isRightToLeft ? 'rl' : 'lr'} line:${line}${position} align:${align}`
}

function parseLine(line = '-1'): Cue['alignment'] {
  const offset = Number.parseFloat(line)
  if (line.endsWith('%')) return thirdOf(offset)
  const third = Math.floor((offset < 0 ? -offset - 1 : offset) / ROWS_PER_THIRD)
  if (third === 1) return 'middle'
  return (third === 0) === offset < 0 ? 'bottom' : 'top'
}

const thirdOf = (percent: number): 'top' | 'middle' | 'bottom' =>
  percent < 100 / 3 ? 'top' : percent <= 200 / 3 ? 'middle' : 'bottom'

/** `start` is the side where reading begins. */
function parseAlign(align: string, text: string): NonNullable<Cue['textAlign']> {
  if (align === 'left' || align === 'right' || align === 'center') return align
  return (align === 'start') === STARTS_RIGHT_TO_LEFT.test(text.replace(/<[^<>]*>?/g, ''))
    ? 'right'
    : 'left'
}
