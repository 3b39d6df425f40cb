// Reads TTML 1 and 2, DFXP, IMSC, EBU-TT-D and iTT.
import {
  childElements,
  descendants,
  findChild,
  getAttribute,
  isElement,
  MAX_NODES,
  readXml,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError, ReadResult } from '../format.ts'
import { MAX_CUES } from '../limits.ts'
import { createRepair } from '../repair-references.ts'
import { readResult, type Loss } from '../results.ts'
import { createDocument } from './document.ts'
import { isImage, isTtml, TT } from './namespaces.ts'
import { addParagraph, error, newBody, type TtmlBody } from './paragraph.ts'
import { createStream } from './stream.ts'
import { ownStyle } from './styles.ts'
import { animations, readClock, type TtmlClock } from './time.ts'

/** Paragraphs are read one by one. In a document where they depend on what follows, all at once. */
export function readTtml(bytes: Uint8Array): ReadResult {
  return readInStream(bytes) ?? readWhole(bytes)
}

function readInStream(bytes: Uint8Array): ReadResult | undefined {
  const references = createRepair()
  const stream = createStream()
  const { repair } = references
  const xml = readXml(bytes, { repair, maxRead: MAX_NODES, ...stream.handlers })
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  if (stream.needsWhole()) return undefined
  const root = readRoot(xml.root, stream.image())
  return root.ok
    ? finish(xml.root, { body: stream.body(xml.root, root.clock), losses: references.losses() })
    : root
}

function readWhole(bytes: Uint8Array): ReadResult {
  const references = createRepair()
  const xml = readXml(bytes, { repair: references.repair })
  if (!xml.ok) return { ok: false, errors: [xml.error] }
  const { root: tt } = xml
  const root = readRoot(tt)
  if (!root.ok) return root
  const body = newBody(createDocument(tt, root.clock))
  const element = findChild(tt, 'body')
  if (element) readBody(element, body)
  return finish(tt, { body, losses: references.losses() })
}

type RootResult = { ok: true; clock: TtmlClock } | { ok: false; errors: FileError[] }

/** `image` is one in a paragraph that is not part of the tree. */
function readRoot(tt: XmlElement, image?: XmlElement): RootResult {
  if (tt.name !== 'tt' || !isTtml(tt))
    return {
      ok: false,
      errors: [error(tt, `The root element must be tt of ${TT}, not ${tt.name}`)],
    }
  const clock = readClock(tt)
  if ('message' in clock) return { ok: false, errors: [clock] }
  const [first] = [image, descendants(tt).find(isImage)]
    .filter((element) => element !== undefined)
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
  return first
    ? { ok: false, errors: [error(first, 'Image subtitles contain no text')] }
    : { ok: true, clock }
}

function finish(
  tt: XmlElement,
  { body, losses }: { body: TtmlBody; losses: readonly Loss[] },
): ReadResult {
  const { document } = body
  const result = readResult(
    body.cues.toSorted((a, b) => a.start - b.start),
    [...document.errors, ...body.errors],
    [
      ...(tt.namespace ? [] : [{ cue: null, lost: 'The file has no TTML namespace' }]),
      ...losses,
      ...document.losses,
      ...(document.hasAnimatedRegion
        ? [{ cue: null, lost: 'An animation (set) of a region' }]
        : []),
      ...body.losses,
    ],
  )
  const { rate } = document.clock
  return result.ok && rate ? { ...result, rate } : result
}

function readBody(element: XmlElement, body: TtmlBody) {
  const { document, cues, losses } = body
  for (const inner of descendants(element))
    if (inner.name === 'region' && isTtml(inner)) document.resolve(inner, 0)
  document.resolve(element, 0)
  const walk = (
    outer: readonly XmlElement[],
    element: XmlElement,
    outerRegion: XmlElement | undefined,
  ) => {
    if (ownStyle(element, document.styles).display === 'none') return
    const region =
      element.children.find(isInlineRegion) ??
      document.regions.get(getAttribute(element, 'region') ?? '') ??
      outerRegion
    if (cues.length > MAX_CUES) return
    if (element.name === 'p') addParagraph(body, element, { path: outer, region })
    else {
      if (animations(element).length > 0)
        losses.push({ cue: null, lost: `An animation (set) of a ${element.name}` })
      const path = [...outer, element]
      for (const child of childElements(element))
        if (['div', 'p'].includes(child.name) && isTtml(child)) walk(path, child, region)
    }
  }
  walk([], element, undefined)
}

const isInlineRegion = (child: XmlElement['children'][number]): child is XmlElement =>
  isElement(child) && child.name === 'region' && isTtml(child)
