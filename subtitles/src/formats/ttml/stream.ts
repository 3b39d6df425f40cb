// Reads paragraphs while the document is read, so that it needs no tree of them: with 50,000
// paragraphs, collecting the garbage of the tree takes as long as reading them. Some documents need
// the tree, because something that follows a paragraph changes it.
import {
  childElements,
  descendants,
  findChild,
  type PlainElement,
  type XmlElement,
} from '../../xml/tree.ts'
import { MAX_CUES } from '../limits.ts'
import type { ReadReport } from '../report.ts'
import { createDocument, regionOf } from './document.ts'
import { isImage, isTtml } from './namespaces.ts'
import { addParagraph, newBody, reportHiddenText, type TtmlBody } from './paragraph.ts'
import { addPlainParagraph, addSpannedParagraph, type ParagraphParent } from './plain.ts'
import { ownStyle } from './styles.ts'
import { ownSpan, readClock, type TtmlClock } from './time.ts'

type StreamParent = ParagraphParent & { isShown: boolean }
type Stream = {
  report: ReadReport
  /** Unset before the first paragraph. */
  body?: TtmlBody
  hasHead?: boolean
  image?: XmlElement | undefined
  needsWhole: boolean
  parents: Map<XmlElement, StreamParent | undefined>
}

export function createStream(report: ReadReport) {
  const stream: Stream = { report, needsWhole: false, parents: new Map() }
  return {
    /** Whether the paragraphs cannot be read one by one. */
    needsWhole: () => stream.needsWhole,
    /** The first image in a paragraph. */
    image: () => stream.image,
    /** What was read of the body. */
    body: (tt: XmlElement, clock: TtmlClock) =>
      stream.body ?? newBody(createDocument(tt, clock, report)),
    handlers: {
      take: (element: XmlElement, _depth: number, ancestors: readonly XmlElement[]) =>
        !stream.needsWhole && takeElement(stream, element, ancestors),
      plain: {
        element: 'p',
        break: 'br',
        take: (element: PlainElement, ancestors: readonly XmlElement[]) =>
          !stream.needsWhole && takePlain(stream, element, ancestors),
      },
    },
  }
}

function takePlain(
  stream: Stream,
  element: PlainElement,
  ancestors: readonly XmlElement[],
): boolean {
  const parent = isTtml(element) ? parentOf(stream, ancestors) : undefined
  if (!parent) return false
  const { cues } = stream.body!
  const isRead =
    parent.isShown && cues.length <= MAX_CUES && addPlainParagraph(stream.body!, element, parent)
  if (!isRead) readElement(stream, element.toElement(), parent)
  return true
}

function takeElement(
  stream: Stream,
  element: XmlElement,
  ancestors: readonly XmlElement[],
): boolean {
  const { name } = element
  if (name === 'p' && isTtml(element)) {
    const parent = parentOf(stream, ancestors)
    if (!parent) return false
    const body = stream.body!
    const isRead =
      parent.isShown && body.cues.length <= MAX_CUES && addSpannedParagraph(body, element, parent)
    if (!isRead) readElement(stream, element, parent)
    return true
  }
  const isLate =
    (name === 'head' && ancestors.length === 1 && stream.hasHead === false) ||
    (name === 'region' && isTtml(element) && ancestors.some((outer) => outer.name === 'body')) ||
    ((name === 'div' || name === 'body') && !isContainer(stream, element, ancestors))
  if (isLate) stream.needsWhole = true
  return false
}

/** What a container of paragraphs may have besides them. */
const TIMED_OUTSIDE = ['span', 'br', 'set']

/** Whether its times can be read without its children, and nothing in it changes them. */
function isContainer(
  stream: Stream,
  element: XmlElement,
  ancestors: readonly XmlElement[],
): boolean {
  const clock = readClock(ancestors[0] ?? element, stream.report)
  return (
    'message' in clock ||
    (ownSpan(element, 0, clock) !== undefined &&
      !childElements(element).some((child) => TIMED_OUTSIDE.includes(child.name) && isTtml(child)))
  )
}

function readElement(stream: Stream, p: XmlElement, parent: StreamParent) {
  const inner = descendants(p)
  stream.image ??= isImage(p) ? p : inner.find(isImage)
  if (inner.some((element) => element.name === 'region' && isTtml(element))) {
    stream.needsWhole = true
    return
  }
  const body = stream.body!
  const { document, cues } = body
  document.resolve(p, parent.begin)
  const isShown = parent.isShown && ownStyle(p, document.styles).display !== 'none'
  if (!isShown) reportHiddenText(p, document.report)
  else if (cues.length <= MAX_CUES) {
    const region = regionOf(p, document, parent.region)
    addParagraph(body, p, { path: parent.path, region })
  }
  for (const element of [p, ...inner]) document.times.delete(element)
}

/** Undefined if paragraphs are not read there. */
function parentOf(stream: Stream, ancestors: readonly XmlElement[]): StreamParent | undefined {
  const parent = ancestors.at(-1)
  if (!parent || stream.parents.has(parent)) return parent && stream.parents.get(parent)
  const found = findParent(stream, ancestors)
  stream.parents.set(parent, found)
  return found
}

function findParent(
  stream: Stream,
  [tt, ...path]: readonly XmlElement[],
): StreamParent | undefined {
  if (!tt || !path[0] || path[0] !== findChild(tt, 'body')) return undefined
  if (!path.every((element, at) => at === 0 || (element.name === 'div' && isTtml(element))))
    return undefined
  const body = startBody(stream, tt)
  if (!body) return undefined
  const { document } = body
  let [region, begin, isShown]: [XmlElement | undefined, number, boolean] = [undefined, 0, true]
  for (const element of path) {
    const span = ownSpan(element, begin, document.clock)
    if (!span) {
      stream.needsWhole = true
      return undefined
    }
    document.times.set(element, span)
    begin = span.begin
    isShown &&= ownStyle(element, document.styles).display !== 'none'
    if (isShown) region = regionOf(element, document, region)
  }
  return { path, region, begin, isShown, prepared: new Map() }
}

/** Undefined if the document cannot be read. */
function startBody(stream: Stream, tt: XmlElement): TtmlBody | undefined {
  if (stream.body) return stream.body
  const clock = readClock(tt, stream.report)
  if (tt.name !== 'tt' || !isTtml(tt) || 'message' in clock) return undefined
  stream.hasHead = findChild(tt, 'head') !== undefined
  stream.body = newBody(createDocument(tt, clock, stream.report))
  return stream.body
}
