import { ALIGNMENTS, TEXT_ALIGNS, type Cue, type FrameRate } from '../../cue.ts'
import type { Fault, Read } from '../format.ts'
import { outcome } from '../outcome.ts'
import { placeOf } from '../place.ts'
import { readTagged } from '../tagged.ts'
import { faultOfTimes } from '../times.ts'
import { columnNamed, type Column } from './columns.ts'
import type { Cell } from './records.ts'
import { readTime } from './time.ts'

export function readTable(records: Cell[][], rate: FrameRate): Read {
  const [headings, ...rows] = records as [Cell[], ...Cell[][]]
  const columns = headings.map(({ text }) => columnNamed(text))
  const fault = faultOfHeadings(headings, columns)
  if (fault) return { ok: false, faults: [fault] }
  const [cues, faults]: [Cue[], Fault[]] = [[], []]
  rows.forEach((cells, index) => {
    if (cells.every(({ text }) => text.trim() === '')) return
    const read = readRow(cells, columns, rate)
    if (read.ok) cues.push(read.cue)
    else
      faults.push({
        line: read.cell.line,
        column: read.cell.column,
        message: `Row ${index + 2}, ${read.column}: ${read.fault}`,
      })
  })
  return outcome(cues, faults)
}

/** Columns nobody here knows are somebody's own, and are passed over. */
function faultOfHeadings(headings: Cell[], columns: (Column | undefined)[]): Fault | undefined {
  const twice = columns.findIndex((column, index) => column && columns.indexOf(column) < index)
  if (twice >= 0)
    return {
      line: headings[twice]!.line,
      column: headings[twice]!.column,
      message: `“${headings[twice]!.text}” and “${headings[columns.indexOf(columns[twice])]!.text}” are the same column`,
    }
  const missing = [
    !columns.includes('in') && '“in”',
    !columns.includes('out') && '“out”',
    !columns.includes('target') && !columns.includes('source') && '“source” or “target”',
  ].filter(Boolean)
  return missing.length > 0
    ? {
        line: 1,
        column: 1,
        message: `The first row holds the headings, and there is none for ${missing.join(', ')}`,
      }
    : undefined
}

type RowRead = { ok: true; cue: Cue } | { ok: false; cell: Cell; column: string; fault: string }

function readRow(cells: Cell[], columns: (Column | undefined)[], rate: FrameRate): RowRead {
  const extra = cells.slice(columns.length).find(({ text }) => text.trim() !== '')
  if (extra)
    return {
      ok: false,
      cell: extra,
      column: `column ${cells.indexOf(extra) + 1}`,
      fault: 'there is no heading over this cell',
    }
  const cellAt = (column: Column): Cell =>
    cells[columns.indexOf(column)] ?? { ...cells.at(-1)!, text: '' }
  const refused = (column: Column, why: string): RowRead => ({
    ok: false,
    cell: cellAt(column),
    column,
    fault: why,
  })
  const said = (column: Column) => cellAt(column).text
  const [start, stop, target, source] = [
    readTime(said('in'), rate),
    readTime(said('out'), rate),
    readTagged(said('target')),
    readTagged(said('source')),
  ]
  if (!start.ok) return refused('in', start.fault)
  if (!stop.ok) return refused('out', stop.fault)
  const times = { start: start.time, stop: stop.time }
  const fault = faultOfTimes(times)
  if (fault) return refused('out', `the row ${fault}`)
  if (!target.ok) return refused('target', target.fault)
  if (!source.ok) return refused('source', source.fault)
  const [budget, alignment, textAlign] = [
    said('budget').trim(),
    oneOf(ALIGNMENTS, said('alignment')),
    oneOf(TEXT_ALIGNS, said('textAlign')),
  ]
  if (!/^\d{0,6}$/.test(budget)) return refused('budget', 'a budget is a number of characters')
  if (alignment === null) return refused('alignment', `is one of ${ALIGNMENTS.join(', ')}`)
  if (textAlign === null) return refused('textAlign', `is one of ${TEXT_ALIGNS.join(', ')}`)
  return {
    ok: true,
    cue: {
      ...times,
      text: target.text,
      ...placeOf(alignment ?? target.place.alignment, textAlign ?? target.place.textAlign),
      ...(source.text && { source: source.text }),
      ...(budget && { budget: Number(budget) }),
      ...(said('id') && { name: said('id') }),
      ...(said('note') && { note: said('note') }),
      ...(said('still') && { still: said('still') }),
    },
  }
}

/** Undefined where nothing is said, null where something else is. */
function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined | null {
  const said = text.trim().toLowerCase()
  return said === '' ? undefined : (words.find((word) => word === said) ?? null)
}
