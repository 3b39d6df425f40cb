// Reads TTML 1 and 2, DFXP, IMSC, EBU-TT-D and iTT.
import {
  childElements,
  descendants,
  findChild,
  isElement,
  MAX_NODES,
  readXml,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError, ReadOptions, ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { excerpt, refuse, type ReadReport } from '../report.ts'
import { createRepair, readDocument } from '../xml-repair.ts'
import { joinOriginals } from './dapt.ts'
import { createDocument, regionOf } from './document.ts'
import { getParameter, isImage, isTtml, TTML_DIALECT, TTML_NAMESPACE } from './namespaces.ts'
import {
  addParagraph,
  error,
  isNote,
  reportHiddenText,
  newBody,
  type TtmlBody,
} from './paragraph.ts'
import { createStream } from './stream.ts'
import { ownStyle, unreadStyles } from './styles.ts'
import { animations, readClock, TIMES_OF_DAY, type TtmlClock } from './time.ts'

/** Paragraphs are read one by one. In a document where they depend on what follows, all at once. */
export const readTtml = (bytes: Uint8Array, options: ReadOptions): ReadResult =>
  readDocument(bytes, options, {
    dialect: TTML_DIALECT,
    read: (document, startReport) =>
      readInStream(document, startReport()) ?? readWhole(document, startReport()),
  })

function readInStream(bytes: Uint8Array, report: ReadReport): ReadResult | undefined {
  const references = createRepair()
  const stream = createStream(report)
  const { repair } = references
  const xml = readXml(bytes, { repair, maxRead: MAX_NODES, ...stream.handlers })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  if (stream.needsWhole()) return undefined
  const root = readRoot(xml.root, report, stream.image())
  if (!root.ok) return root
  references.report(report)
  return finish(xml.root, stream.body(xml.root, root.clock))
}

function readWhole(bytes: Uint8Array, report: ReadReport): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, { repair: references.repair })
  if (!xml.ok) return refuse(xml.error.message, xml.error, 'syntax')
  const { root: tt } = xml
  const root = readRoot(tt, report)
  if (!root.ok) return root
  references.report(report)
  const body = newBody(createDocument(tt, root.clock, report))
  const element = findChild(tt, 'body')
  if (element) readBody(element, body)
  return finish(tt, body)
}

type RootResult = { ok: true; clock: TtmlClock } | { ok: false; errors: FileError[] }

/** `image` is one in a paragraph that is not part of the tree. */
function readRoot(tt: XmlElement, report: ReadReport, image?: XmlElement): RootResult {
  if (tt.name !== 'tt' || !isTtml(tt))
    return {
      ok: false,
      errors: [error(tt, `The root element must be tt of ${TTML_NAMESPACE}, not ${tt.name}`)],
    }
  const clock = readClock(tt, report)
  if ('message' in clock) return { ok: false, errors: [clock] }
  if (getParameter(tt, 'timeBase') === 'clock')
    report.fault({ ...error(tt, TIMES_OF_DAY, 'time'), repair: 'read as positions' })
  const images = [image, ...descendants(tt).filter(isImage)]
    .filter((element) => element !== undefined)
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
  for (const element of images)
    report.fault({
      ...error(element, 'Image subtitles contain no text', 'image'),
      repair: 'left out',
    })
  return { ok: true, clock }
}

function finish(tt: XmlElement, { document, cues }: TtmlBody): ReadResult {
  const { report } = document
  if (!tt.namespace) report.lose('header', null, 'The file has no TTML namespace')
  for (const lost of unreadStyles(document.styles)) report.lose('style', null, lost)
  for (const lost of document.lostAround) report.lose('style', null, lost)
  if (document.hasAnimatedRegion) report.lose('style', null, 'An animation (set) of a region')
  const [head, body] = [findChild(tt, 'head'), findChild(tt, 'body')]
  for (const note of head ? descendants(head).filter(isRemark) : [])
    report.lose('comment', null, `The note ${excerpt(textContent(note))}`, note)
  if (body) reportOutside(body, report)
  for (const child of childElements(tt))
    if (child !== body && child.name !== 'head' && child.name !== 'metadata') {
      const message = `The document has <${child.name}> where only <head> and <body> may be`
      report.fault({
        ...error(child, message, 'syntax'),
        repair: `left out: ${excerpt(textContent(child))}`,
      })
    }
  const result = report.finish(joinOriginals(cues).toSorted((a, b) => a.start - b.start))
  const { rate } = document.clock
  return result.ok && rate ? { ...result, rate } : result
}

/** The title is about the file, not about its cues. */
const isRemark = (element: XmlElement) =>
  (element.name === 'desc' || element.name === 'copyright') && !isTtml(element)

/** Text that is in no paragraph is not shown. */
function reportOutside(element: XmlElement, report: ReadReport) {
  for (const child of element.children) {
    if (!isElement(child)) {
      if (child.text.trim())
        report.lose(
          'outside',
          null,
          `The text outside of paragraphs: ${excerpt(child.text)}`,
          element,
        )
    } else if (isNote(child))
      report.lose('comment', null, `The note ${excerpt(textContent(child))}`, child)
    else if (child.name !== 'p' || !isTtml(child)) reportOutside(child, report)
  }
}

function readBody(element: XmlElement, body: TtmlBody) {
  const { document, cues } = body
  for (const inner of descendants(element))
    if (inner.name === 'region' && isTtml(inner)) document.resolve(inner, 0)
  document.resolve(element, 0)
  const walk = (
    outer: readonly XmlElement[],
    element: XmlElement,
    outerRegion: XmlElement | undefined,
  ) => {
    if (ownStyle(element, document.styles).display === 'none') {
      for (const inner of [element, ...descendants(element)])
        if (inner.name === 'p') reportHiddenText(inner, document.report)
      return
    }
    const region = element.children.find(isInlineRegion) ?? regionOf(element, document, outerRegion)
    if (cues.length > MAX_CUES) return
    if (element.name === 'p') addParagraph(body, element, { path: outer, region })
    else {
      if (animations(element).length > 0)
        document.report.lose('style', null, `An animation (set) of a ${element.name}`)
      const path = [...outer, element]
      for (const child of childElements(element))
        if (['div', 'p'].includes(child.name) && isTtml(child)) walk(path, child, region)
    }
  }
  walk([], element, undefined)
}

const isInlineRegion = (child: XmlElement['children'][number]): child is XmlElement =>
  isElement(child) && child.name === 'region' && isTtml(child)
