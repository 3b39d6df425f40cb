// SAMI: HTML in which each <SYNC> replaces the text of the one before. Written by hand more often
// than by programs, so tags are read one by one and need not be closed.
import type { Cue } from '../cue.ts'
import { parseColour } from '../colours.ts'
import type { FontStyle } from '../markup.ts'
import type { FileError, ReadResult, Reader } from './format.ts'
import { markupBuilder, type MarkupBuilder } from './markup-builder.ts'
import { readResult, withEncodingWarning, type Loss } from './results.ts'
import { decodeText } from './encoding.ts'
import { findTimeError } from './times.ts'
import { decodeEntity } from './vtt/entities.ts'

/** The name is matched as a whole, so that a tag without an end takes linear time. */
const TAG = /<(\/?)([a-z!][a-z\d]*)(?![a-z\d])([^<>]*)>/gi
const START = /\bstart\s*=\s*["']?(\d{1,9})(?!\d)/i
const CLASS = /\bclass\s*=\s*["']?([\w-]{1,100})/i
const COLOUR = /\bcolor\s*=\s*["']?([#\w]{1,30})/i
const ENTITY = /&(#\d{1,8}|#x[\da-f]{1,8}|[a-z][a-z\d]{0,30})(;?)/gi
const LAST_MS = 4_000
const OPEN_END = 'The last cue has no end; it lasts 4 s'

export const sami: Reader = {
  name: 'sami',
  title: 'SAMI',
  read(bytes, { language }) {
    const decoded = decodeText(bytes, language)
    return decoded.ok ? withEncodingWarning(readSami(decoded.text), decoded.encoding) : decoded
  },
}

/** The text of one <SYNC>. One without a paragraph in the language that is read clears nothing. */
type Sync = {
  line: number
  start: number
  builder: MarkupBuilder
  /** Of the text inside of each open font tag. */
  colours: (string | undefined)[]
  losses: Set<string>
  isRead: boolean
}
type Reading = {
  syncs: Sync[]
  /** The class of the paragraphs that are read: that of the first one. */
  language: string | undefined
  /** Of a paragraph in another language. */
  isSkipping: boolean
  /** Whether there are paragraphs in other languages. */
  hasOthers: boolean
  errors: FileError[]
}

function readSami(text: string): ReadResult {
  if (!/^\s*<sami[\s>]/i.test(text)) return refuse('A SAMI file must start with the tag <SAMI>')
  const reading: Reading = {
    syncs: [],
    language: undefined,
    isSkipping: false,
    hasOthers: false,
    errors: [],
  }
  let [read, line, counted] = [0, 1, 0]
  for (const { 0: tag, 1: closes, 2: name, 3: attributes, index } of text.matchAll(TAG)) {
    addText(reading, text.slice(read, index))
    read = index + tag.length
    // Counted from the tag before, because counting from the start would be quadratic.
    for (; counted < index; counted++) if (text[counted] === '\n') line++
    applyTag(reading, { name: name!.toLowerCase(), closes: closes === '/', attributes, line, tag })
  }
  addText(reading, text.slice(read))
  return finish(reading)
}

const refuse = (message: string): ReadResult => ({
  ok: false,
  errors: [{ line: 1, column: 1, message }],
})

type SamiTag = {
  name: string
  closes: boolean
  attributes: string | undefined
  line: number
  tag: string
}

function applyTag(reading: Reading, { name, closes, attributes = '', line, tag }: SamiTag) {
  const sync = reading.syncs.at(-1)
  if (name === 'sync' && !closes) startSync(reading, attributes, line)
  else if (name === 'p' && !closes) startParagraph(reading, attributes)
  else if (!sync || reading.isSkipping) return
  else if (name === 'br') sync.builder.addRow()
  else if (isStyle(name)) sync.builder[closes ? 'close' : 'open'](name)
  else if (name === 'font') applyFont(sync, closes, attributes)
  else if (!closes && !STRUCTURE.has(name)) sync.losses.add(`The tag ${tag.slice(0, 40)}`)
}

function applyFont({ builder, colours, losses }: Sync, closes: boolean, attributes: string) {
  const colour = parseColour(COLOUR.exec(attributes)?.[1] ?? '')
  if (closes) colours.pop()
  else colours.push(colour ?? colours.at(-1))
  builder.setColour(colours.at(-1))
  if (!closes && (colour === undefined || /\b(?:face|size)\s*=/i.test(attributes)))
    losses.add('The font of the text')
}

const STRUCTURE = new Set(['p', 'body', 'sami', 'head', '!'])
const isStyle = (name: string): name is FontStyle => name === 'b' || name === 'i' || name === 'u'

function startSync(reading: Reading, attributes: string, line: number) {
  reading.isSkipping = false
  const start = START.exec(attributes)?.[1]
  if (start === undefined)
    reading.errors.push({ line, column: 1, message: 'A <SYNC> needs Start, in milliseconds' })
  else
    reading.syncs.push({
      line,
      start: Number(start),
      builder: markupBuilder(),
      colours: [],
      losses: new Set(),
      isRead: false,
    })
}

function startParagraph(reading: Reading, attributes: string) {
  const language = CLASS.exec(attributes)?.[1]?.toLowerCase() ?? ''
  reading.language ??= language
  reading.isSkipping = language !== reading.language
  const sync = reading.syncs.at(-1)
  if (reading.isSkipping) reading.hasOthers = true
  else if (sync) sync.isRead = true
}

/** Line breaks and tabs are spaces, as in HTML. */
function addText({ syncs, isSkipping }: Reading, text: string) {
  const sync = syncs.at(-1)
  if (!sync || isSkipping || !text.trim()) return
  const letters = text.replace(/\s+/g, ' ').replace(ENTITY, (whole, entity: string, semicolon) => {
    const letter = decodeEntity(entity, semicolon as string)
    if (letter === undefined) sync.losses.add(`The meaning of ${whole}`)
    return letter ?? whole
  })
  sync.builder.addText(letters)
  sync.isRead = true
}

function finish({ syncs, hasOthers, errors }: Reading): ReadResult {
  const losses: Loss[] = hasOthers
    ? [{ cue: null, lost: 'The text in other languages than the first' }]
    : []
  const cues: Cue[] = []
  // A file in two languages often has a <SYNC> for each, at the same time.
  const shown = syncs.filter(({ isRead }) => isRead)
  for (const [index, { line, start, builder, losses: lost }] of shown.entries()) {
    const built = builder.build()
    const next = shown[index + 1]?.start
    const stop = next ?? start + LAST_MS
    const error = built.ok ? findTimeError({ start, stop }) : built.error
    if (error || !built.ok) {
      errors.push({ line, column: 1, message: `The cue ${error}` })
      continue
    }
    if (!hasText(built.text)) continue
    const cue = { start, stop, text: trimRows(built.text) }
    cues.push(cue)
    if (next === undefined) losses.push({ cue, lost: OPEN_END })
    for (const each of lost) losses.push({ cue, lost: each })
  }
  if (cues.length === 0 && errors.length === 0)
    errors.push({ line: 1, column: 1, message: 'The file has no <SYNC> with a text' })
  return readResult(cues, errors, losses)
}

/** A no-break space alone clears the screen. */
const hasText = (text: string) => text.replace(/<[^<>]*>/g, '').trim() !== ''
const trimRows = (text: string) =>
  text
    .split('<br>')
    .map((row) => row.trim())
    .join('<br>')
