// What imsc, the reference renderer, shows at each moment of a document.
import { createRequire } from 'node:module'
import { plainText } from '../../markup.ts'
import type { Cue } from '../../cue.ts'

type Node = { kind: string; text?: string; contents?: Node[] }
type Document = { getMediaTimeEvents: () => number[] }
type Handler = Record<'info' | 'warn' | 'error' | 'fatal', (message: string) => boolean>
const require = createRequire(import.meta.url)
const { fromXML } = require('imsc/src/main/js/doc.js') as {
  fromXML: (xml: string, handler: Handler) => Document
}
const { generateISD } = require('imsc/src/main/js/isd.js') as {
  generateISD: (document: Document, at: number, handler: Handler) => { contents: Node[] }
}

export type Moment = { from: number; to: number; texts: string[] }

/** The texts between changes, and the problems that imsc reported. */
export function seenByImsc(xml: string): { moments: Moment[]; parserErrors: string[] } {
  const parserErrors: string[] = []
  const note = (message: string) => {
    parserErrors.push(message)
    return false
  }
  const handler = { info: () => false, warn: note, error: note, fatal: note }
  const document = fromXML(xml, handler)
  if (!document) return { moments: [], parserErrors }
  const events = document.getMediaTimeEvents()
  return {
    parserErrors,
    moments: events.map((from, index) => ({
      from,
      to: events[index + 1] ?? Infinity,
      texts: paragraphs(generateISD(document, from, handler).contents)
        .filter(Boolean)
        .toSorted(),
    })),
  }
}

/** The same for our cues, at the same moments. */
export function seenByUs(cues: readonly Cue[], moments: readonly Moment[]): Moment[] {
  return moments.map(({ from, to }) => {
    const middle = (from + Math.min(to, from + 1)) * 500
    return {
      from,
      to,
      texts: cues
        .filter(({ start, stop }) => start <= middle && middle < stop)
        .map(({ text }) => collapseSpaces(plainText(text)))
        .toSorted(),
    }
  })
}

const collapseSpaces = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .join('\n')
    .trim()
const paragraphs = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'p' ? [collapseSpaces(wordsOf(node))] : paragraphs(node.contents ?? []),
  )
const wordsOf = (node: Node): string =>
  node.kind === 'br' ? '\n' : (node.text ?? '') + (node.contents ?? []).map(wordsOf).join('')
