import { groupBy } from '../../group-by.ts'
import type { Cue, FrameRate } from '../../cue.ts'
import { isRightToLeft, languageFromTag } from '../../languages.ts'
import { writeMarkup } from '../../markup.ts'
import {
  childElements,
  findChild,
  isElement,
  MAX_NODES,
  readXml,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import { ownDirection } from '../direction.ts'
import type { FileError, ReadOptions, ReadResult } from '../format.ts'
import { cuePosition, unusualPoint } from '../position.ts'
import { leftOut, refuse, type ReadReport } from '../report.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from '../times.ts'
import { createRepair, readDocument } from '../xml-repair.ts'
import {
  error,
  findRows,
  getAttributeIgnoringCase,
  loseText,
  plainStyle,
  readStyles,
  type DcpStyle,
  type PositionedRow,
  type RowPlace,
  type RowPlaces,
} from './text.ts'
import { createTimeParser, readFrameRate, type TimeParser } from './time.ts'
import { createUnread, type UnreadAttributes } from './unread.ts'

const SMPTE_NAMESPACE = /^http:\/\/www\.smpte-ra\.org\/schemas\/428-7\/20(07|10|14)\/DCST$/
const DIALECT = { neverNested: ['Subtitle', 'Text'] }
/** Rows are in few places. In a file with more, the others are computed each time. */
const MAX_LAYOUTS = 500

/** Subtitles are read one by one. In a document with an unusual order, all at once. */
export const readDcp = (bytes: Uint8Array, options: ReadOptions): ReadResult =>
  readDocument(bytes, options, {
    dialect: DIALECT,
    read: (document, startReport) =>
      readInStream(document, startReport()) ?? readWhole(document, startReport()),
  })

/** Without a tree of all subtitles, of which collecting the garbage takes as long as reading them. */
function readInStream(bytes: Uint8Array, report: ReadReport): ReadResult | undefined {
  const references = createRepair()
  let reading: Reading | undefined
  let needsWhole = false
  const styles = new Map<XmlElement, DcpStyle | undefined>()
  const xml = readXml(bytes, {
    repair: references.repair,
    maxRead: MAX_NODES,
    // Most texts have no markup. There is no line break.
    plain: { element: 'Text', break: '\n', take: () => false },
    take: (element, _depth, ancestors) => {
      if (element.name !== 'Subtitle' || needsWhole) return false
      const [root] = ancestors
      reading ??= root && startReading(root, report)
      const parent = ancestors.at(-1)!
      if (!styles.has(parent)) styles.set(parent, reading && stylesAt(ancestors, reading))
      const style = styles.get(parent)
      needsWhole ||= !reading || !style
      if (reading && style) addSubtitle(reading, { subtitle: element, styles: style })
      return !needsWhole
    },
  })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  const isUsual = reading && !needsWhole && reading.header === headerOf(xml.root)
  return isUsual ? finish(xml.root, reading!, references) : undefined
}

function readWhole(bytes: Uint8Array, report: ReadReport): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, { repair: references.repair })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  const { root } = xml
  const error = findRootError(root)
  if (error) return { ok: false, errors: [error] }
  const reading = startReading(root, report)!
  const list = isSmpte(root) ? (findChild(root, 'SubtitleList') ?? root) : root
  for (const found of findSubtitles(list, plainStyle())) addSubtitle(reading, found)
  return finish(root, reading, references)
}

const isSmpte = ({ name, namespace }: XmlElement) =>
  name === 'SubtitleReel' && SMPTE_NAMESPACE.test(namespace)

function findRootError(root: XmlElement): FileError | undefined {
  if (!isSmpte(root) && root.name !== 'DCSubtitle')
    return error(
      root,
      `The root element must be SubtitleReel (SMPTE 428-7) or DCSubtitle (Interop), not ${root.name}`,
    )
  return isSmpte(root) && !readFrameRate(root)
    ? error(root, 'TimeCodeRate or EditRate is missing or invalid')
    : undefined
}

/** What was read so far. `header` is what the times and directions depend on. */
type Reading = {
  header: string
  isSmpte: boolean
  rate: FrameRate | undefined
  clock: TimeParser
  isRtl: boolean
  cues: Cue[]
  report: ReadReport
  places: RowPlaces
  layouts: RowLayouts
  unread: UnreadAttributes
}
/** Where the text is, by the places of its first and its last row. */
type RowLayouts = Map<RowPlace, Map<RowPlace, Partial<Cue>>>

const HEADER = ['TimeCodeRate', 'EditRate', 'StartTime', 'Language']
const headerOf = (root: XmlElement) =>
  HEADER.map((name) => {
    const child = findChild(root, name)
    return child ? textContent(child) : ''
  }).join('\n')

/** Undefined if the document cannot be read. */
function startReading(root: XmlElement, report: ReadReport): Reading | undefined {
  if (findRootError(root)) return undefined
  const rate = isSmpte(root) ? readFrameRate(root) : undefined
  const language = findChild(root, 'Language')
  return {
    header: headerOf(root),
    isSmpte: isSmpte(root),
    rate,
    clock: createTimeParser(root, rate),
    isRtl: isRightToLeft(languageFromTag(language ? textContent(language).trim() : '') ?? ''),
    cues: [],
    report,
    places: new Map(),
    layouts: new Map(),
    unread: createUnread(),
  }
}

/** The style of the fonts around subtitles. Undefined if subtitles are not read there. */
function stylesAt([root, ...path]: readonly XmlElement[], reading: Reading): DcpStyle | undefined {
  if (reading.isSmpte && path.shift() !== findChild(root!, 'SubtitleList')) return undefined
  return path.every(({ name }) => name === 'Font')
    ? path.reduce((outside, font) => readStyles(font, outside), plainStyle())
    : undefined
}

function addSubtitle(reading: Reading, found: StyledSubtitle) {
  const { line, column } = found.subtitle
  for (const cue of toCues(found, reading))
    if (repairTimes(cue, reading.report, { line, column }, 'The subtitle')) reading.cues.push(cue)
}

/** Subtitles that were read are not part of the tree, or are skipped. */
function reportOutside(element: XmlElement, reading: Pick<Reading, 'report' | 'unread'>) {
  const { report, unread } = reading
  for (const child of childElements(element)) {
    if (child.name === 'Font') unread.addOwn(child)
    if (child.name === 'Font' || child.name === 'SubtitleList') reportOutside(child, reading)
    else if (child.name !== 'Subtitle' && !ABOUT_FILE.has(child.name) && textContent(child).trim())
      loseText(child, textContent(child), report)
  }
  for (const child of element.children)
    if (!isElement(child) && child.text.trim()) loseText(element, child.text, report)
}
const ABOUT_FILE = new Set([
  'SubtitleID',
  'MovieTitle',
  'ReelNumber',
  'Language',
  'LoadFont',
  'Id',
  'ContentTitleText',
  'AnnotationText',
  'IssueDate',
  'EditRate',
  'TimeCodeRate',
  'StartTime',
  'DisplayType',
])

function finish(
  root: XmlElement,
  { cues, rate, report, unread }: Reading,
  references: ReturnType<typeof createRepair>,
): ReadResult {
  references.report(report)
  reportOutside(root, { report, unread })
  for (const lost of unread.describe()) report.lose('style', null, lost)
  const result = report.finish(cues.toSorted((a, b) => a.start - b.start))
  return result.ok && rate ? { ...result, rate } : result
}

type StyledSubtitle = { subtitle: XmlElement; styles: DcpStyle }

function findSubtitles(element: XmlElement, styles: DcpStyle): StyledSubtitle[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'Subtitle') return [{ subtitle: child, styles }]
    return child.name === 'Font' ? findSubtitles(child, readStyles(child, styles)) : []
  })
}

/**
 * Texts in different positions become separate cues. Texts in one position become rows, top to
 * bottom.
 */
function toCues({ subtitle, styles }: StyledSubtitle, reading: Reading): Cue[] {
  const { clock, report, unread } = reading
  unread.add(subtitle)
  const lines = findRows(subtitle, styles, reading)
  if (!lines.some(({ row }) => row.some(({ text }) => text.trim()))) return []
  const start = clock(getAttributeIgnoringCase(subtitle, ' timein'))
  const stop = clock(getAttributeIgnoringCase(subtitle, ' timeout'))
  if (start === undefined || stop === undefined) {
    const name = start === undefined ? 'TimeIn' : 'TimeOut'
    const repair = start === undefined ? leftOut(textContent(subtitle)) : UNTIL_NEXT
    const message = `${name} is missing or not a valid time`
    report.fault({ code: 'time', line: subtitle.line, column: subtitle.column, message, repair })
  }
  if (start === undefined) return []
  return groupByPlace(lines).map((group) =>
    toCue(group, { start, stop: stop ?? OPEN_END }, reading),
  )
}

/** Nearly always one group. */
function groupByPlace(lines: readonly PositionedRow[]): (readonly PositionedRow[])[] {
  const { place: first } = lines[0]!
  const isTogether = lines.every(
    ({ place }) =>
      place === first ||
      (place.valign === first.valign &&
        place.halign === first.halign &&
        place.isVertical === first.isVertical),
  )
  if (isTogether) return [lines]
  const keyOf = ({ place }: PositionedRow) => `${place.valign} ${place.halign} ${place.isVertical}`
  return [...groupBy(lines, keyOf).values()]
}

/** Rows go down, and the columns of vertical text to the left. */
function toCue(
  group: readonly PositionedRow[],
  { start, stop }: { start: number; stop: number },
  { isRtl, layouts }: Reading,
): Cue {
  const { isVertical, direction } = group[0]!.place
  const sorted =
    group.length === 1
      ? group
      : group.toSorted(({ place: a }, { place: b }) => (isVertical ? b.x - a.x : a.y - b.y))
  const rows = sorted.map(({ row }) => row)
  const cue: Cue = { start, stop, text: writeMarkup(rows) }
  Object.assign(cue, findLayout(sorted[0]!.place, sorted.at(-1)!.place, layouts))
  return direction === undefined ? cue : Object.assign(cue, ownDirection(direction, rows, isRtl))
}

function findLayout(first: RowPlace, last: RowPlace, layouts: RowLayouts): Partial<Cue> {
  const known = layouts.get(first)?.get(last)
  if (known) return known
  const layout = layoutOf(first, last)
  const byLast = layouts.get(first) ?? new Map<RowPlace, Partial<Cue>>()
  if (byLast.size < MAX_LAYOUTS && layouts.size < MAX_LAYOUTS)
    layouts.set(first, byLast.set(last, layout))
  return layout
}

function layoutOf(first: RowPlace, last: RowPlace): Partial<Cue> {
  const { valign, halign, isVertical } = first
  const place = cuePosition(
    valign === 'top' ? 'top' : valign === 'center' ? 'middle' : 'bottom',
    halign === 'left' || halign === 'right' ? halign : 'center',
  )
  const mean = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
  const point = {
    x: isVertical ? (halign === 'right' ? first.x : halign === 'left' ? last.x : mean.x) : first.x,
    y: isVertical ? first.y : valign === 'top' ? first.y : valign === 'bottom' ? last.y : mean.y,
  }
  return {
    ...place,
    ...unusualPoint(place, point),
    ...(isVertical && { writingMode: 'vertical-rl' as const }),
  }
}
