// Writes open subtitles (display standard 0), which have italics and underline, and teletext
// (display standard 1), which has colours.
import { msToFrame, type Cue } from '../../cue.ts'
import type { TextRow } from '../../markup.ts'
import type { FileInfo, FileWarning, WriteResult } from '../format.ts'
import { formatFrames } from '../frames.ts'
import { nominalRate } from '../../smpte.ts'
import { MAX_ERRORS } from '../report.ts'
import { substituteUnsupported } from '../substitute.ts'
import { visibleCues, findPastMidnight, type VisibleCue } from '../visible-cues.ts'
import {
  BLOCK_BYTES,
  diskFormatCode,
  FIELDS,
  HEADER_BYTES,
  languageCode,
  type HeaderField,
} from './header.ts'
import { CODE_TABLES, type CodeTable } from './tables.ts'
import { encodeTeletextRow, TELETEXT_COLUMNS } from './teletext.ts'

const [ROWS, MAX_ROWS, MAX_SUBTITLES] = [23, 11, 65_535]
const [TEXT_BYTES, MAX_BLOCKS] = [112, 99_999]
type CueErrors = { cue: number; message: string }[]
export type StlDialect = 'open' | 'teletext'

export function writeStl(
  cues: readonly Cue[],
  info: FileInfo,
  dialect: StlDialect = 'open',
): WriteResult {
  const { num, den } = info.rate
  const diskFormat = diskFormatCode(info.rate)
  const visible = visibleCues(cues, info.rate)
  if (!diskFormat)
    return fail(0, `has the frame rate ${num}/${den}; EBU STL supports 24, 25, 30, 50 and 60 fps`)
  if (visible.length > MAX_SUBTITLES)
    return fail(
      visible[MAX_SUBTITLES]!.index,
      `is one too many; EBU STL allows ${MAX_SUBTITLES} subtitles`,
    )
  const perSecond = nominalRate(info.rate)
  const sizes = visible.flatMap(findSizeErrors)
  if (sizes.length) return { ok: false, errors: sizes }
  const texts = encodeWithBestTable(visible, dialect)
  const errors = [...visible.flatMap((cue) => findPastMidnight(cue, perSecond)), ...texts.errors]
  if (errors.length) return { ok: false, errors: errors.toSorted((a, b) => a.cue - b.cue) }
  const blocks = visible.flatMap((cue, number) =>
    writeBlocks(cue, number, texts.bytes[number]!, { perSecond, dialect }),
  )
  if (blocks.length > MAX_BLOCKS)
    return fail(visible.at(-1)!.index, `is one too many; EBU STL allows ${MAX_BLOCKS} blocks`)
  const bytes = new Uint8Array(HEADER_BYTES + blocks.length * BLOCK_BYTES)
  bytes.fill(0x20, 0, HEADER_BYTES)
  writeHeader(bytes, {
    ...describeFile(visible, info, blocks.length),
    displayStandard: dialect === 'teletext' ? '1' : '0',
    ...(dialect === 'teletext' && { columns: String(TELETEXT_COLUMNS) }),
    diskFormat,
    codeTable: texts.table.code,
  })
  blocks.forEach((block, index) => bytes.set(block, HEADER_BYTES + index * BLOCK_BYTES))
  return { ok: true, bytes, warnings: texts.warnings }
}

const fail = (cue: number, message: string): WriteResult => ({
  ok: false,
  errors: [{ cue, message }],
})

function describeFile(
  visible: readonly VisibleCue[],
  { title, language, rate, date = new Date(0), offset = 0 }: FileInfo,
  blocks: number,
): Partial<Record<HeaderField, string>> {
  const firstFrame = visible[0]?.from ?? 0
  const toLabel = (frame: number) => formatFrames(frame, nominalRate(rate)).replaceAll(':', '')
  return {
    codePage: '850',
    language: languageCode(language),
    title: toAscii(title),
    translatedTitle: toAscii(title),
    created: toYymmdd(date),
    revised: toYymmdd(date),
    revision: '00',
    blocks: String(blocks).padStart(5, '0'),
    subtitles: String(visible.length).padStart(5, '0'),
    groups: '001',
    columns: String(visible.reduce((most, cue) => Math.max(most, widestRow(cue)), 40)),
    rows: String(ROWS),
    timeStatus: '1',
    startOfProgramme: toLabel(msToFrame(offset, rate)),
    firstCue: toLabel(firstFrame),
    disks: '1',
    disk: '1',
  }
}

const toYymmdd = (date: Date) => date.toISOString().slice(2, 10).replaceAll('-', '')

const NEW_ROW = 0x8a
type EncodedTexts = {
  table: CodeTable
  bytes: number[][]
  errors: CueErrors
  warnings: FileWarning[]
  count: number
}

/** The first table that can represent everything, or the one with the fewest errors. */
function encodeWithBestTable(shown: readonly VisibleCue[], dialect: StlDialect): EncodedTexts {
  let best: EncodedTexts | undefined
  for (const table of CODE_TABLES) {
    const texts = encodeTexts(table, shown, dialect)
    if (!best || texts.count < best.count) best = texts
    if (!best.errors.length) break
  }
  return best!
}

function encodeTexts(
  table: CodeTable,
  shown: readonly VisibleCue[],
  dialect: StlDialect,
): EncodedTexts {
  const errors: CueErrors = []
  const warnings: FileWarning[] = []
  let count = 0
  const fail = (cue: number, message: string) => {
    if (++count <= MAX_ERRORS) errors.push({ cue, message })
  }
  const bytes = shown.map(({ rows, index }) => {
    const reject = (character: string) =>
      fail(
        index,
        `contains ${character}, which the ${table.name} table of EBU STL does not support`,
      )
    const substituted = substituteUnsupported(
      rows,
      (character) => table.encode(character) !== undefined,
    )
    const known = substituted.rows
    for (const lost of substituted.lost) warnings.push({ cue: index, lost })
    if (dialect === 'open')
      return known.flatMap((row, at) => (at ? [NEW_ROW] : []).concat(encodeRow(table, row, reject)))
    return known.flatMap((row, at) => {
      const { cells, lost } = encodeTeletextRow(table, row, reject)
      for (const what of lost) warnings.push({ cue: index, lost: what })
      if (cells.length > TELETEXT_COLUMNS)
        fail(index, `needs ${cells.length} columns for a line; teletext has ${TELETEXT_COLUMNS}`)
      // Letters of double height take two rows.
      return (at ? [NEW_ROW, NEW_ROW] : []).concat(cells)
    })
  })
  return { table, bytes, errors, warnings, count }
}

function encodeRow(table: CodeTable, row: TextRow, reject: (character: string) => void): number[] {
  return row.flatMap(({ text, styles }) => {
    const letters = Array.from(text).flatMap((character) => {
      const bytes = table.encode(character)
      if (!bytes) reject(character)
      return bytes ?? []
    })
    const [italic, underlined] = [styles.includes('i'), styles.includes('u')]
    return [
      ...(italic ? [0x80] : []),
      ...(underlined ? [0x82] : []),
      ...letters,
      ...(underlined ? [0x83] : []),
      ...(italic ? [0x81] : []),
    ]
  })
}

const widestRow = ({ rows }: VisibleCue) =>
  rows.reduce(
    (most, row) =>
      Math.max(
        most,
        row.reduce((width, { text }) => width + text.length, 0),
      ),
    0,
  )

function findSizeErrors(one: VisibleCue): CueErrors {
  if (one.rows.length > MAX_ROWS)
    return [
      {
        cue: one.index,
        message: `has ${one.rows.length} lines; EBU STL allows ${MAX_ROWS}`,
      },
    ]
  return widestRow(one) > 99
    ? [
        {
          cue: one.index,
          message: 'has a line of more than 99 characters, the limit of EBU STL',
        },
      ]
    : []
}

/** Undefined if the table of an existing file does not have a character, or a row is too long. */
export function encodeSubtitle(
  visible: VisibleCue,
  number: number,
  { table, dialect, perSecond }: { table: CodeTable; dialect: StlDialect; perSecond: number },
): Uint8Array[] | undefined {
  const { bytes, errors } = encodeTexts(table, [visible], dialect)
  const isWrong =
    errors.length > 0 ||
    findSizeErrors(visible).length > 0 ||
    findPastMidnight(visible, perSecond).length > 0
  return isWrong ? undefined : writeBlocks(visible, number, bytes[0]!, { perSecond, dialect })
}

function writeBlocks(
  { cue, rows, from, to }: VisibleCue,
  number: number,
  text: readonly number[],
  { perSecond, dialect }: { perSecond: number; dialect: StlDialect },
): Uint8Array[] {
  const count = Math.max(1, Math.ceil(text.length / TEXT_BYTES))
  const height = dialect === 'teletext' ? rows.length * 2 : rows.length
  const row =
    cue.alignment === 'top'
      ? 2
      : cue.alignment === 'middle'
        ? Math.round((ROWS + 1 - height) / 2)
        : dialect === 'teletext'
          ? ROWS + 1 - height
          : ROWS - height
  const justified = cue.textAlign === 'left' ? 1 : cue.textAlign === 'right' ? 3 : 2
  return Array.from({ length: count }, (_, part) => {
    const block = new Uint8Array(BLOCK_BYTES).fill(0x8f, 16)
    block.set([
      0,
      number & 0xff,
      number >> 8,
      part === count - 1 ? 0xff : part,
      0,
      ...timecodeBytes(from, perSecond),
      ...timecodeBytes(to, perSecond),
      row,
      justified,
      0,
    ])
    block.set(text.slice(part * TEXT_BYTES, (part + 1) * TEXT_BYTES), 16)
    return block
  })
}

const timecodeBytes = (frame: number, perSecond: number) =>
  formatFrames(frame, perSecond).split(':').map(Number)
/** The header is ASCII: accents are dropped. */
const toAscii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '?')

function writeHeader(bytes: Uint8Array, fields: Partial<Record<HeaderField, string>>) {
  for (const [name, text] of Object.entries(fields)) {
    const [at, length] = FIELDS[name as HeaderField]
    bytes.set(new TextEncoder().encode(text.slice(0, length)), at)
  }
}
