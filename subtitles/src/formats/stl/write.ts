// EBU-STL is written as open subtitles (display standard 0): only they can say italic and
// underlined.
import { type Cue } from '../../cue.ts'
import type { TextRow } from '../../markup.ts'
import type { About, Written } from '../format.ts'
import { labelOf } from '../frames.ts'
import { nominalRate } from '../../smpte.ts'
import { typed } from '../typed.ts'
import { shownOf, tooLate, type Shown } from '../shown.ts'
import { BLOCK, diskFormatOf, FIELDS, HEADER, languageCode, type Field } from './header.ts'
import { TABLES, type Table } from './tables.ts'

const [ROWS, MOST_ROWS, MOST_SUBTITLES] = [23, 11, 65_535]
const [ROOM, MOST_BLOCKS] = [112, 99_999]
type Faults = { cue: number; message: string }[]

export function writeStl(cues: readonly Cue[], about: About): Written {
  const diskFormat = diskFormatOf(about.rate)
  const shown = shownOf(cues, about.rate)
  if (!diskFormat)
    return {
      ok: false,
      faults: [
        {
          cue: 0,
          message: `cannot be timed: EBU-STL knows 24, 25, 30, 50 and 60 frames a second, not ${about.rate.num}/${about.rate.den}`,
        },
      ],
    }
  if (shown.length > MOST_SUBTITLES)
    return {
      ok: false,
      faults: [
        {
          cue: shown[MOST_SUBTITLES]!.index,
          message: `is one too many: EBU-STL counts to ${MOST_SUBTITLES}`,
        },
      ],
    }
  const perSecond = nominalRate(about.rate)
  const texts = bestOf(shown)
  const faults = [
    ...shown.flatMap((one) => [...tooLate(one, perSecond), ...sizeOf(one)]),
    ...texts.faults,
  ]
  if (faults.length) return { ok: false, faults: faults.toSorted((a, b) => a.cue - b.cue) }
  const blocks = shown.flatMap((one, number) =>
    blocksOf(one, number, texts.bytes[number]!, perSecond),
  )
  if (blocks.length > MOST_BLOCKS)
    return {
      ok: false,
      faults: [
        {
          cue: shown.at(-1)!.index,
          message: `is one too many: EBU-STL counts to ${MOST_BLOCKS} blocks`,
        },
      ],
    }
  const bytes = new Uint8Array(HEADER + blocks.length * BLOCK).fill(0x20, 0, HEADER)
  writeHeader(bytes, {
    codePage: '850',
    diskFormat,
    displayStandard: '0',
    codeTable: texts.table.code,
    language: languageCode(about.language),
    title: plainly(about.title),
    translatedTitle: plainly(about.title),
    // No clock in rules: the day is the first one, for whoever sends the file to set.
    created: '700101',
    revised: '700101',
    revision: '00',
    blocks: String(blocks.length).padStart(5, '0'),
    subtitles: String(shown.length).padStart(5, '0'),
    groups: '001',
    columns: String(shown.reduce((most, one) => Math.max(most, widest(one)), 40)),
    rows: String(ROWS),
    timeStatus: '1',
    startOfProgramme: '00000000',
    firstCue: labelOf(shown[0]?.from ?? 0, perSecond).replaceAll(':', ''),
    disks: '1',
    disk: '1',
  })
  blocks.forEach((block, index) => bytes.set(block, HEADER + index * BLOCK))
  return { ok: true, bytes }
}

const NEW_ROW = 0x8a
type Texts = { table: Table; bytes: number[][]; faults: Faults }

/** The first table that can say everything, or the one that fails least. */
function bestOf(shown: readonly Shown[]): Texts {
  let best: Texts | undefined
  for (const table of TABLES) {
    const texts = textsIn(table, shown)
    if (!best || texts.faults.length < best.faults.length) best = texts
    if (!best.faults.length) break
  }
  return best!
}

function textsIn(table: Table, shown: readonly Shown[]): Texts {
  const faults: Faults = []
  const bytes = shown.map(({ rows, index }) => {
    if (rows.some((row) => row.some(({ styles }) => styles.includes('b'))))
      faults.push({ cue: index, message: 'is bold, which EBU-STL cannot say' })
    const refuse = (character: string) => {
      faults.push({
        cue: index,
        message: `holds ${character}, which the ${table.name} table of EBU-STL cannot say`,
      })
    }
    return typed(rows, (character) => table.encode(character) !== undefined).flatMap((row, at) =>
      (at ? [NEW_ROW] : []).concat(rowIn(table, row, refuse)),
    )
  })
  return { table, bytes, faults }
}

function rowIn(table: Table, row: TextRow, refuse: (character: string) => void): number[] {
  return row.flatMap(({ text, styles }) => {
    const letters = Array.from(text).flatMap((character) => {
      const bytes = table.encode(character)
      if (!bytes) refuse(character)
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

const widest = ({ rows }: Shown) =>
  rows.reduce(
    (most, row) =>
      Math.max(
        most,
        row.reduce((width, { text }) => width + text.length, 0),
      ),
    0,
  )

function sizeOf(one: Shown): Faults {
  if (one.rows.length > MOST_ROWS)
    return [
      {
        cue: one.index,
        message: `has ${one.rows.length} rows, and EBU-STL has room for ${MOST_ROWS}`,
      },
    ]
  return widest(one) > 99
    ? [
        {
          cue: one.index,
          message: 'has a row of more than 99 letters, which EBU-STL has no room for',
        },
      ]
    : []
}

function blocksOf(
  { cue, rows, from, to }: Shown,
  number: number,
  text: readonly number[],
  perSecond: number,
): Uint8Array[] {
  const count = Math.max(1, Math.ceil(text.length / ROOM))
  const row =
    cue.alignment === 'top'
      ? 2
      : cue.alignment === 'middle'
        ? Math.round((ROWS + 1 - rows.length) / 2)
        : ROWS - rows.length
  const justified = cue.textAlign === 'left' ? 1 : cue.textAlign === 'right' ? 3 : 2
  return Array.from({ length: count }, (_, part) => {
    const block = new Uint8Array(BLOCK).fill(0x8f, 16)
    block.set([
      0,
      number & 0xff,
      number >> 8,
      part === count - 1 ? 0xff : part,
      0,
      ...codeOf(from, perSecond),
      ...codeOf(to, perSecond),
      row,
      justified,
      0,
    ])
    block.set(text.slice(part * ROOM, (part + 1) * ROOM), 16)
    return block
  })
}

const codeOf = (frame: number, perSecond: number) =>
  labelOf(frame, perSecond).split(':').map(Number)
/** The header is read by people; letters beyond ASCII lose their accents there. */
const plainly = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '?')

function writeHeader(bytes: Uint8Array, said: Partial<Record<Field, string>>) {
  for (const [name, text] of Object.entries(said)) {
    const [at, length] = FIELDS[name as Field]
    bytes.set(new TextEncoder().encode(text.slice(0, length)), at)
  }
}
