// XLIFF 1.2, 2.0 and 2.1. Units are read as rows of a table, which has the same fields.
import type { FrameRate } from '../../cue.ts'
import {
  childElements,
  descendants,
  findChild,
  getAttribute,
  readXml,
  textContent,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import { findColumn } from '../csv/columns.ts'
import { createTableReader } from '../csv/table.ts'
import type { ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { markupBuilder, type BuiltMarkup } from '../markup-builder.ts'
import { excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from '../report.ts'
import { createRepair } from '../xml-repair.ts'
import { writeTaggedText } from '../tagged-text.ts'
import { addAttributes, addContent, addLoss, attributesOf } from './content.ts'

/** Of version 2, and of 1.2. */
const UNITS = new Set(['unit', 'trans-unit'])

type Unit = { element: XmlElement; cells: Map<string, string> }
type XliffReading = { units: Unit[]; report: ReadReport; losses: Set<string> }

export function readXliff(bytes: Uint8Array, rate: FrameRate, report: ReadReport): ReadResult {
  const reading: XliffReading = { units: [], report, losses: new Set() }
  const references = createRepair()
  const xml = readXml(bytes, {
    repair: report.isStrict ? undefined : references.repair,
    take: (element) => {
      if (!UNITS.has(element.name)) return false
      if (reading.units.length <= MAX_CUES) readUnit(element, reading)
      return true
    },
  })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  const { root } = xml
  const version = getAttribute(root, 'version') ?? ''
  if (root.name !== 'xliff' || !/^(?:1\.[12]|2\.)/.test(version))
    return refuse('The root element must be xliff with version 1.1, 1.2, 2.0 or 2.1', root)
  if (reading.units.length > MAX_CUES) return TOO_MANY_CUES
  references.report(report)
  for (const file of childElements(root)) addNotes(file, reading.losses)
  for (const lost of reading.losses) report.lose('style', null, lost)
  return reading.units.length === 0
    ? refuse('The document has no units', root)
    : readUnits(reading.units, rate, report)
}

/** Of files, which have no lines of their own. */
function addNotes(file: XmlElement, losses: Set<string>) {
  for (const element of childElements(file)) {
    if (element.name === 'header') addNotes(element, losses)
    else if (ABOUT_FILE.has(element.name))
      addLoss(losses, `The ${element.name} of the file: ${excerpt(textContent(element))}`)
  }
}
const ABOUT_FILE = new Set(['notes', 'note', 'skeleton', 'skl', 'glossary', 'reference'])

/** One row for each unit, with the fields that any of them has. */
function readUnits(units: readonly Unit[], rate: FrameRate, report: ReadReport): ReadResult {
  const headings = [
    ...new Set(['in', 'out', 'target', ...units.flatMap(({ cells }) => [...cells.keys()])]),
  ]
  const table = createTableReader(rate, report)
  table.add(headings, () => ({ line: 1, column: 1 }))
  for (const { element, cells } of units)
    table.add(
      headings.map((heading) => cells.get(heading) ?? ''),
      () => ({ line: element.line, column: element.column }),
    )
  return table.finish()
}

function readUnit(element: XmlElement, { units, report, losses }: XliffReading) {
  const cells = new Map<string, string>()
  for (const meta of descendants(element)) {
    if (meta.name === 'alt-trans')
      addLoss(losses, `The other translation ${excerpt(textContent(meta))}`)
    if (meta.name !== 'meta' && meta.name !== 'context') continue
    const type = getAttribute(meta, 'type') ?? getAttribute(meta, 'context-type') ?? ''
    const column = findColumn(type.replace(/^x-/, ''))
    if (column) cells.set(column, textContent(meta))
    else addLoss(losses, `The metadata ${attributesOf(meta)}: ${excerpt(textContent(meta))}`)
  }
  const named = cells.has('in') ? '' : addTimes(element, cells)
  addAttributes(element, losses, named)
  const { line, column } = element
  const id = (getAttribute(element, 'id') ?? '').slice(0, 40)
  const fail = (message: string) =>
    report.fault({ code: 'time', line, column, message, repair: leftOut(textContent(element)) })
  if (!cells.has('in') || !cells.has('out')) {
    fail(`Unit ${id} has no times (metadata in and out)`)
    return
  }
  const notes = childElements(findChild(element, 'notes') ?? element)
  const note = notes
    .filter(({ name }) => name === 'note')
    .map(textContent)
    .join('\n')
    .trim()
  if (note) cells.set('note', note)
  for (const field of ['source', 'target'] as const) {
    const read = readField(element, field, losses)
    if (read.ok) cells.set(field, writeTaggedText(read.text).join('\n'))
    if (read.ok && read.fault)
      report.fault({
        code: 'character',
        line,
        column,
        message: `The ${field} ${read.fault.message}`,
        repair: read.fault.repair,
      })
    if (!read.ok) {
      fail(`The ${field} ${read.error}`)
      return
    }
  }
  units.push({ element, cells })
}

/** Some tools write the times of a subtitle as the name of its unit. */
function addTimes(unit: XmlElement, cells: Map<string, string>): string {
  const name = getAttribute(unit, 'resname') ?? getAttribute(unit, 'name') ?? ''
  const times = TIMES.exec(name)
  if (!times) return ''
  cells.set('in', times[1]!)
  cells.set('out', times[2]!)
  return name
}
const TIMES =
  /^(\d{1,2}:\d\d:\d\d[:;,.]\d{2,3})\s{0,8}(?:-->|-|,)\s{0,8}(\d{1,2}:\d\d:\d\d[:;,.]\d{2,3})$/

/** The text of all segments, and of what is between them. */
function readField(unit: XmlElement, field: 'source' | 'target', losses: Set<string>): BuiltMarkup {
  const builder = markupBuilder()
  const isKept = getAttribute(unit, 'space', XML_NAMESPACE) === 'preserve'
  const shared = { builder, colours: [], isKept, losses, open: new Map() }
  // In version 1.2, both texts are in the unit itself.
  const parts = unit.name === 'trans-unit' ? [unit] : childElements(unit)
  for (const part of parts) {
    if (!PARTS.has(part.name)) continue
    // Nobody translates what is between two segments.
    if (field === 'source' && part !== unit) addAttributes(part, losses)
    const content =
      findChild(part, field) ?? (part.name === 'ignorable' ? findChild(part, 'source') : undefined)
    if (content) addAttributes(content, losses)
    if (content) addContent(content, shared)
  }
  return builder.build()
}
const PARTS = new Set(['segment', 'ignorable', 'trans-unit'])
