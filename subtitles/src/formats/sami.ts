// SAMI: HTML in which each <SYNC> replaces the text of the one before. Written by hand more often
// than by programs, so tags are read one by one and need not be closed.
import type { Cue } from '../cue.ts'
import { parseColour } from '../colours.ts'
import type { FontStyle } from '../markup.ts'
import { reducedTo, withoutPlaces } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { markupBuilder, type MarkupBuilder } from './markup-builder.ts'
import { decodeText } from './encoding.ts'
import { createReport, excerpt, refuse, type ReadReport } from './report.ts'
import { addText, withEncodingWarning, withValidCues, withValidMarkup } from './results.ts'
import { writeSami } from './sami/write.ts'
import { repairTimes } from './times.ts'
import { decodeEntity } from './vtt/entities.ts'

/** The name is matched as a whole, so that a tag without an end takes linear time. */
const TAG = /<(\/?)([a-z!][a-z\d]*)(?![a-z\d])([^<>]*)>/gi
const START = /\bstart\s*=\s*["']?(\d{1,9})(?!\d)/i
const END = /\bend\s*=\s*["']?(\d{1,9})(?!\d)["']?/i
const CLASS = /\bclass\s*=\s*["']?([\w-]{1,100})/i
const WHOLE_COLOUR = /\bcolor\s*=\s*(?:"[#\w]*"|'[#\w]*'|[#\w]+)/i
const WHOLE_CLASS = /\bclass\s*=\s*["']?[\w-]+["']?/i
const COLOUR = /\bcolor\s*=\s*["']?([#\w]{1,30})/i
const ENTITY = /&(#\d{1,8}|#x[\da-f]{1,8}|[a-z][a-z\d]{0,30})(;?)/gi
/** A style sheet that only says which language a class is. */
const OF_LANGUAGES =
  /<!--|-->|[{}\s]|[.#]\w{1,40}(?=\s{0,8}\{)|(?:name|lang|samitype)\s{0,8}:[^;{}]{0,100};?/gi
const LAST_MS = 4_000
const OPEN_END = 'The last cue has no end; it lasts 4 s'

export const sami: Format = {
  name: 'sami',
  title: 'SAMI',
  mime: 'application/x-sami',
  write: reducedTo(
    ['b', 'i', 'u', 'colour'],
    withoutPlaces(withValidMarkup(withValidCues(writeSami))),
  ),
  read(bytes, options) {
    const report = createReport(options)
    const decoded = decodeText(bytes, options, report)
    return decoded.ok
      ? withEncodingWarning(readSami(decoded.text, report), decoded.encoding)
      : decoded
  },
}

/** The text of one <SYNC>. One without a paragraph in the language that is read clears nothing. */
type Sync = {
  line: number
  start: number
  /** Undefined if the next one ends it. */
  end: number | undefined
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
  /** The classes of the paragraphs in other languages. */
  otherLanguages: Set<string>
  report: ReadReport
}

function readSami(text: string, report: ReadReport): ReadResult {
  if (!/^\s*<sami[\s>]/i.test(text)) {
    const message = 'A SAMI file must start with the tag <SAMI>'
    if (report.isStrict || !/<sync\s/i.test(text)) return refuse(message)
    report.fault({ code: 'header', line: 1, column: 1, message, repair: 'read without it' })
  }
  const reading: Reading = {
    syncs: [],
    language: undefined,
    isSkipping: false,
    otherLanguages: new Set(),
    report,
  }
  let [read, line, counted] = [0, 1, 0]
  for (const { 0: tag, 1: closes, 2: name, 3: attributes, index } of text.matchAll(TAG)) {
    addWords(reading, text.slice(read, index), line)
    read = index + tag.length
    // Counted from the tag before, because counting from the start would be quadratic.
    for (; counted < index; counted++) if (text[counted] === '\n') line++
    applyTag(reading, { name: name!.toLowerCase(), closes: closes === '/', attributes, line, tag })
  }
  addWords(reading, text.slice(read), line)
  return finish(reading)
}

type SamiTag = {
  name: string
  closes: boolean
  attributes: string | undefined
  line: number
  tag: string
}

function applyTag(reading: Reading, { name, closes, attributes = '', line, tag }: SamiTag) {
  const sync = reading.syncs.at(-1)
  if (name === '!') {
    if (tag.replace(OF_LANGUAGES, '') !== '')
      reading.report.lose('comment', null, `The comment ${excerpt(tag)}`, { line, column: 1 })
  } else if (name === 'sync' && !closes) startSync(reading, attributes, line)
  else if (name === 'p' && !closes) startParagraph(reading, attributes, line)
  else if (!sync || reading.isSkipping) {
    if (!KNOWN.has(name))
      reading.report.lose('style', null, `The tag ${excerpt(tag)}`, { line, column: 1 })
  } else if (name === 'br') sync.builder.addRow()
  else if (isStyle(name)) sync.builder[closes ? 'close' : 'open'](name)
  else if (name === 'font') applyFont(sync, closes, attributes)
  else if (!STRUCTURE.has(name) && !(closes && KNOWN.has(name)))
    sync.losses.add(`The tag ${excerpt(tag)}`)
}

function applyFont({ builder, colours, losses }: Sync, closes: boolean, attributes: string) {
  const colour = parseColour(COLOUR.exec(attributes)?.[1] ?? '')
  if (closes) colours.pop()
  else colours.push(colour ?? colours.at(-1))
  builder.setColour(colours.at(-1))
  const isMore = attributes.replace(WHOLE_COLOUR, '').replace(/[\s/]+/g, '') !== ''
  if (!closes && (colour === undefined || isMore))
    losses.add(`The font of the text: ${excerpt(attributes)}`)
}

const KNOWN = new Set([
  'sync',
  'p',
  'body',
  'sami',
  'head',
  'style',
  'title',
  '!',
  'b',
  'i',
  'u',
  'font',
  'br',
])
const STRUCTURE = new Set(['p', 'body', 'sami', 'head'])
const isStyle = (name: string): name is FontStyle => name === 'b' || name === 'i' || name === 'u'

function startSync(reading: Reading, attributes: string, line: number) {
  reading.isSkipping = false
  const start = START.exec(attributes)?.[1]
  if (start === undefined)
    reading.report.fault({
      code: 'time',
      line,
      column: 1,
      message: 'A <SYNC> needs Start, in milliseconds',
      repair: 'its text belongs to the one before',
    })
  // Before the first one, there is no text to add to.
  if (start === undefined && reading.syncs.length > 0) reading.syncs.at(-1)!.builder.addRow()
  else if (start !== undefined)
    reading.syncs.push({
      line,
      start: Number(start),
      end: endOf(attributes),
      builder: markupBuilder(),
      colours: [],
      losses: new Set(),
      isRead: false,
    })
}

const endOf = (attributes: string): number | undefined => {
  const end = END.exec(attributes)?.[1]
  return end === undefined ? undefined : Number(end)
}

function startParagraph(reading: Reading, attributes: string, line: number) {
  const name = CLASS.exec(attributes)?.[1] ?? ''
  const language = name.toLowerCase()
  const rest = attributes.replace(WHOLE_CLASS, '').trim()
  if (rest || (reading.language === undefined && !language.endsWith('cc') && language))
    reading.report.lose('style', null, `The paragraph ${excerpt(attributes)}`, { line, column: 1 })
  if (language) reading.language ??= language
  reading.isSkipping = language !== '' && language !== reading.language
  if (reading.isSkipping && !reading.otherLanguages.has(language)) {
    reading.otherLanguages.add(language)
    const lost = `The paragraphs in another language: ${name}`
    reading.report.lose('outside', null, lost, { line, column: 1 })
  }
  const sync = reading.syncs.at(-1)
  if (reading.isSkipping || !sync) return
  if (sync.isRead) sync.builder.addRow()
  sync.isRead = true
}

/** Line breaks and tabs are spaces, as in HTML. */
function addWords({ syncs, isSkipping, report }: Reading, text: string, line: number) {
  const sync = syncs.at(-1)
  if (!text.trim()) {
    // Between two tags, white space is a space.
    if (text && sync?.isRead && !isSkipping) sync.builder.addText(' ')
    return
  }
  const place = { line, column: 1 }
  if (isSkipping)
    report.lose('outside', null, `The text in another language: ${excerpt(text)}`, place)
  else if (!sync)
    report.lose('outside', null, `The text before the first cue: ${excerpt(text)}`, place)
  if (!sync || isSkipping) return
  const letters = text.replace(/\s+/g, ' ').replace(ENTITY, (whole, entity: string, semicolon) => {
    const letter = decodeEntity(entity, semicolon as string)
    if (letter === undefined) sync.losses.add(`The meaning of ${whole}`)
    return letter ?? whole
  })
  sync.builder.addText(letters)
  sync.isRead = true
}

function finish({ syncs, report }: Reading): ReadResult {
  const cues: Cue[] = []
  // A file in two languages often has a <SYNC> for each, at the same time.
  const shown = syncs.filter(({ isRead }) => isRead)
  for (const { isRead, losses, line } of syncs)
    if (!isRead) for (const lost of losses) report.lose('style', null, lost, { line, column: 1 })
  for (const [index, { line, start, end, builder, losses }] of shown.entries()) {
    const next = shown[index + 1]?.start
    const cue: Cue = { start, stop: end ?? next ?? start + LAST_MS, text: '' }
    const place = { line, column: 1 }
    const read = { ...builder.build(), losses: [...losses] }
    if (!addText(cue, read, { report, place, text: '' })) continue
    cue.text = trimRows(cue.text)
    if (!hasText(cue.text) || !repairTimes(cue, report, place, 'The cue')) continue
    cues.push(cue)
    if (end === undefined && next === undefined) report.lose('no-end', cue, OPEN_END)
  }
  const result = report.finish(cues)
  return result.ok && cues.length === 0 && syncs.length > 0
    ? refuse('The file has no <SYNC> with a text')
    : result
}

/** A no-break space alone clears the screen. */
const hasText = (text: string) => text.replace(/<[^<>]*>/g, '').trim() !== ''
const trimRows = (text: string) =>
  text
    .split('<br>')
    .map((row) => row.replace(/ {2,}/g, ' ').trim())
    .join('<br>')
