import { formatTimecode, type Cue } from '../../cue.ts'
import { isRightToLeft, tagFromLanguage } from '../../languages.ts'
import { colourOf, rubyOf, type TextRun } from '../../markup.ts'
import { nominalRate } from '../../smpte.ts'
import { encodeXml, escapeXml, findXmlError, writeElement } from '../../xml/write.ts'
import type { FileInfo, FileWarning, WriteResult } from '../format.ts'
import { formatFrames } from '../frames.ts'
import { findPastMidnight, visibleCues, type VisibleCue } from '../visible-cues.ts'
import { toEmphasisMarks } from './emphasis.ts'
import { contentUrn } from './urn.ts'

const WRITTEN_NAMESPACE = 'http://www.smpte-ra.org/schemas/428-7/2014/DCST'
/** The names of attributes and the values of directions differ, and so do the times. */
export type DcpDialect = 'smpte' | 'interop'

export function writeDcp(
  cues: readonly Cue[],
  about: FileInfo,
  dialect: DcpDialect = 'smpte',
): WriteResult {
  const perSecond = nominalRate(about.rate)
  const shown = visibleCues(cues, about.rate)
  const errors = shown.flatMap((one) => [
    ...findPastMidnight(one, perSecond),
    ...findTextErrors(one),
  ])
  if (errors.length) return { ok: false, errors: errors.toSorted((a, b) => a.cue - b.cue) }
  const direction = isRightToLeft(about.language) ? 'rtl' : undefined
  const subtitles = shown
    .map((one, spot) => `\n${writeSubtitle(one, spot + 1, { about, direction, dialect })}`)
    .join('')
  const root = dialect === 'smpte' ? smpteReel(subtitles, about) : interopReel(subtitles, about)
  const warnings = shown.flatMap(findLosses)
  return {
    ok: true,
    bytes: encodeXml(root),
    warnings,
    ...(about.font && { files: [{ name: fontName(about.font, dialect), bytes: about.font }] }),
  }
}

function findLosses({ cue: { writingMode, direction }, rows, index }: VisibleCue): FileWarning[] {
  const hasBoth = rows
    .flat()
    .some(({ styles }) => styles.includes('em') && rubyOf(styles) !== undefined)
  return [
    ...(hasBoth ? [{ cue: index, lost: 'Emphasis marks beside ruby' }] : []),
    ...(writingMode === 'vertical-lr' ? [{ cue: index, lost: LEFT_TO_RIGHT }] : []),
    ...(writingMode && direction ? [{ cue: index, lost: 'The direction of the line' }] : []),
  ]
}

/** The names by which the files refer to a font. */
const fontName = (font: Uint8Array, dialect: DcpDialect) =>
  dialect === 'smpte' ? contentUrn(font).slice('urn:uuid:'.length) : 'font.ttf'
const LEFT_TO_RIGHT = 'The order of vertical columns; they are read from right to left'

function smpteReel(subtitles: string, about: FileInfo): string {
  const font = {
    ID: about.font && 'font',
    Size: 42,
    Weight: 'normal',
    Color: 'FFFFFFFF',
    Effect: 'border',
    EffectColor: 'FF000000',
  }
  const list = writeElement('SubtitleList', {}, writeElement('Font', font, subtitles, '\n'))
  const head = [
    writeElement('ContentTitleText', {}, titleOf(about)),
    writeElement('IssueDate', {}, formatDate(about.date ?? new Date(0))),
    writeElement('ReelNumber', {}, '1'),
    writeElement('Language', {}, tagFromLanguage(about.language)),
    writeElement('EditRate', {}, `${about.rate.num} ${about.rate.den}`),
    writeElement('TimeCodeRate', {}, String(nominalRate(about.rate))),
    writeElement('StartTime', {}, '00:00:00:00'),
    ...(about.font ? [writeElement('LoadFont', { ID: 'font' }, contentUrn(about.font))] : []),
  ]
  const id = writeElement('Id', {}, contentUrn([...head, list].join('')))
  return writeElement(
    'SubtitleReel',
    { xmlns: WRITTEN_NAMESPACE },
    ...[id, ...head, list].map((part) => `\n${part}`),
    '\n',
  )
}

/** Interop (CineCanvas) has no namespace, no frame rate, and its font file beside it. */
function interopReel(subtitles: string, about: FileInfo): string {
  const font = {
    Id: about.font && 'font',
    Size: 42,
    Weight: 'normal',
    Color: 'FFFFFFFF',
    Effect: 'border',
    EffectColor: 'FF000000',
  }
  const head = [
    writeElement('MovieTitle', {}, titleOf(about)),
    writeElement('ReelNumber', {}, '1'),
    writeElement('Language', {}, tagFromLanguage(about.language)),
    ...(about.font
      ? [writeElement('LoadFont', { Id: 'font', URI: fontName(about.font, 'interop') })]
      : []),
  ]
  const list = writeElement('Font', font, subtitles, '\n')
  const id = contentUrn([...head, list].join('')).slice('urn:uuid:'.length)
  return writeElement(
    'DCSubtitle',
    { Version: '1.0' },
    ...[writeElement('SubtitleID', {}, id), ...head, list].map((part) => `\n${part}`),
    '\n',
  )
}

const titleOf = ({ title }: FileInfo) => escapeXml(findXmlError(title) ? '' : title)
const formatDate = (date: Date) => date.toISOString().replace('Z', '-00:00')
const findTextErrors = ({ cue, index }: VisibleCue) => {
  const message = findXmlError(cue.text)
  return message ? [{ cue: index, message }] : []
}

type Subtitles = { about: FileInfo; direction: 'rtl' | undefined; dialect: DcpDialect }

function writeSubtitle(one: VisibleCue, spot: number, writing: Subtitles): string {
  const { cue, rows, from, to } = one
  const isSmpte = writing.dialect === 'smpte'
  const perSecond = nominalRate(writing.about.rate)
  const still = isSmpte ? '00:00:00:00' : '0'
  return writeElement(
    'Subtitle',
    {
      SpotNumber: spot,
      TimeIn: isSmpte ? formatFrames(from, perSecond) : formatTicks(cue.start),
      TimeOut: isSmpte ? formatFrames(to, perSecond) : formatTicks(cue.stop),
      FadeUpTime: still,
      FadeDownTime: still,
    },
    rows
      .map((row, index) =>
        writeElement('Text', textAttributes(one, index, writing), row.map(writeRun).join('')),
      )
      .join(''),
  )
}

const TICK_MS = 4
/** HH:MM:SS:TTT, in ticks of 4 ms. */
function formatTicks(milliseconds: number): string {
  const ticks = Math.round(milliseconds / TICK_MS)
  const clock = formatTimecode(Math.floor(ticks / 250) * 1000).slice(0, 8)
  return `${clock}:${String(ticks % 250).padStart(3, '0')}`
}

/** Heights and widths of rows and columns, in percent. */
const [FIRST, ROW, COLUMN, SIDE] = [8, 7, 5, 10]

function textAttributes(
  { cue, rows }: VisibleCue,
  index: number,
  { direction, dialect }: Subtitles,
): Record<string, string | number | undefined> {
  const { alignment = 'bottom', textAlign = 'center', writingMode } = cue
  const count = rows.length
  const valign = alignment === 'middle' ? 'center' : alignment
  const isVertical = writingMode !== undefined
  const column = writingMode === 'vertical-rl' ? index : count - 1 - index
  const across = isVertical
    ? { left: count - 1 - column, center: (count - 1) / 2 - column, right: column }[textAlign] *
      COLUMN
    : 0
  const down = isVertical
    ? 0
    : { top: index, middle: index - (count - 1) / 2, bottom: count - 1 - index }[alignment] * ROW
  const names =
    dialect === 'smpte'
      ? (['Halign', 'Hposition', 'Valign', 'Vposition'] as const)
      : (['HAlign', 'HPosition', 'VAlign', 'VPosition'] as const)
  const vertical = dialect === 'smpte' ? 'ttb' : 'vertical'
  const written = cue.direction ?? direction
  return {
    [names[0]]: textAlign,
    [names[1]]: round(horizontalOffset(cue) + across),
    [names[2]]: valign,
    [names[3]]: round(verticalOffset(cue) + down),
    Direction: isVertical ? vertical : dialect === 'smpte' ? written : undefined,
  }
}

const round = (percent: number) => Math.round(percent * 100) / 100
/** Positions count from the edge of the alignment, or from the centre. */
const horizontalOffset = ({ x, textAlign = 'center' }: Cue) =>
  textAlign === 'center' ? (x ?? 50) - 50 : textAlign === 'left' ? (x ?? SIDE) : 100 - (x ?? 90)
const verticalOffset = ({ y, alignment = 'bottom' }: Cue) =>
  alignment === 'middle' ? (y ?? 50) - 50 : alignment === 'top' ? (y ?? FIRST) : 100 - (y ?? 92)

function writeRun({ text, styles }: TextRun): string {
  const ruby = rubyOf(styles) ?? (styles.includes('em') ? toEmphasisMarks(text) : undefined)
  const colour = colourOf(styles)
  const look = {
    Weight: styles.includes('b') ? 'bold' : undefined,
    Italic: styles.includes('i') ? 'yes' : undefined,
    Underline: styles.includes('u') ? 'yes' : undefined,
    Color: colour && `FF${colour.slice(1).toUpperCase()}`,
  }
  const letters = escapeXml(text)
  const based =
    ruby === undefined
      ? letters
      : writeElement(
          'Ruby',
          {},
          writeElement('Rb', {}, letters),
          writeElement('Rt', {}, escapeXml(ruby)),
        )
  const content = styles.includes('tcy') ? writeElement('HGroup', {}, based) : based
  return Object.values(look).some((value) => value !== undefined)
    ? writeElement('Font', look, content)
    : content
}
