// XLIFF 2.0 and 2.1. Units are read as rows of a table, which has the same fields.
import type { FrameRate } from '../../cue.ts'
import {
  attributeEntries,
  childElements,
  descendants,
  findChild,
  getAttribute,
  isElement,
  readXml,
  textContent,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import { findColumn } from '../csv/columns.ts'
import { createTableReader } from '../csv/table.ts'
import type { ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { markupBuilder, type BuiltMarkup, type MarkupBuilder } from '../markup-builder.ts'
import { excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from '../report.ts'
import { createRepair } from '../xml-repair.ts'
import { writeTaggedText } from '../tagged-text.ts'
import { styleOf } from './codes.ts'

type Unit = { element: XmlElement; cells: Map<string, string> }
type XliffReading = { units: Unit[]; report: ReadReport; losses: Set<string> }

export function readXliff(bytes: Uint8Array, rate: FrameRate, report: ReadReport): ReadResult {
  const reading: XliffReading = { units: [], report, losses: new Set() }
  const references = createRepair()
  const xml = readXml(bytes, {
    repair: report.isStrict ? undefined : references.repair,
    take: (element) => {
      if (element.name !== 'unit') return false
      if (reading.units.length <= MAX_CUES) readUnit(element, reading)
      return true
    },
  })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  const { root } = xml
  const version = getAttribute(root, 'version') ?? ''
  if (root.name !== 'xliff' || !version.startsWith('2.'))
    return refuse('The root element must be xliff with version 2.0 or 2.1', root)
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
  for (const element of childElements(file))
    if (element.name === 'notes' || element.name === 'skeleton')
      addLoss(losses, `The ${element.name} of the file: ${excerpt(textContent(element))}`)
}

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
  addAttributes(element, losses)
  for (const meta of descendants(element).filter(({ name }) => name === 'meta')) {
    const column = findColumn(getAttribute(meta, 'type') ?? '')
    if (column) cells.set(column, textContent(meta))
    else addLoss(losses, `The metadata ${attributesOf(meta)}: ${excerpt(textContent(meta))}`)
  }
  const { line, column } = element
  const id = (getAttribute(element, 'id') ?? '').slice(0, 40)
  const fail = (message: string) =>
    report.fault({ code: 'time', line, column, message, repair: leftOut(textContent(element)) })
  if (!cells.has('in') || !cells.has('out')) {
    fail(`Unit ${id} has no times (metadata in and out)`)
    return
  }
  const notes = findChild(element, 'notes')
  const note = notes && childElements(notes).map(textContent).join('\n').trim()
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

/** The text of all segments, and of what is between them. */
function readField(unit: XmlElement, field: 'source' | 'target', losses: Set<string>): BuiltMarkup {
  const builder = markupBuilder()
  const isKept = getAttribute(unit, 'space', XML_NAMESPACE) === 'preserve'
  const colours: string[] = []
  for (const part of childElements(unit)) {
    if (part.name !== 'segment' && part.name !== 'ignorable') continue
    // Nobody translates what is between two segments.
    if (field === 'source') addAttributes(part, losses)
    const content =
      findChild(part, field) ?? (part.name === 'ignorable' ? findChild(part, 'source') : undefined)
    if (content) addAttributes(content, losses)
    if (content) addContent(content, { builder, colours, isKept, losses })
  }
  return builder.build()
}

type Content = { builder: MarkupBuilder; colours: string[]; isKept: boolean; losses: Set<string> }

function addContent(element: XmlElement, content: Content) {
  const { builder, isKept, losses } = content
  for (const child of element.children) {
    if (!isElement(child)) {
      builder.addText(isKept ? child.text : child.text.replace(/[ \t\n]+/g, ' '))
      continue
    }
    if (child.name === 'pc') addStyled(child, content)
    else if (child.name === 'mrk') {
      addLoss(losses, `The mark <mrk ${attributesOf(child)}>`)
      addContent(child, content)
    } else if (child.name === 'ph' && getAttribute(child, 'subType') === 'xlf:lb') builder.addRow()
    else if (child.name !== 'em') addLoss(losses, `The code <${child.name} ${attributesOf(child)}>`)
  }
}

function addStyled(pc: XmlElement, content: Content) {
  const { builder, colours, losses } = content
  const style = styleOf(getAttribute(pc, 'subType'))
  if (!style) addLoss(losses, `The style of <pc ${attributesOf(pc)}>`)
  if (style && 'tag' in style) builder.open(style.tag)
  if (style && 'colour' in style) {
    colours.push(style.colour)
    builder.setColour(style.colour)
  }
  addContent(pc, content)
  if (style && 'tag' in style) builder.close(style.tag)
  if (style && 'colour' in style) {
    colours.pop()
    builder.setColour(colours.at(-1))
  }
}

/** What tools write about the units of a document, once for each value. */
function addAttributes(element: XmlElement, losses: Set<string>) {
  for (const [key, value] of attributeEntries(element)) {
    const name = key.slice(key.lastIndexOf(' ') + 1)
    const isState = name === 'state' && (value === 'initial' || value === 'translated')
    if (!USUAL.has(name) && !isState)
      addLoss(losses, `The ${name} ${excerpt(value)} of <${element.name}>`)
  }
}
const USUAL = new Set(['id', 'space', 'lang', 'srcDir', 'trgDir'])

const attributesOf = (element: XmlElement): string =>
  [...attributeEntries(element)]
    .map(([key, value]) => `${key.trim()}="${value}"`)
    .join(' ')
    .slice(0, 60)

const MAX_LOSSES = 500
function addLoss(losses: Set<string>, lost: string) {
  if (losses.size < MAX_LOSSES) losses.add(lost)
}
