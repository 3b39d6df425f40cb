// Cue text (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules): tags form a tree, and an end
// tag that does not close the innermost tag is ignored. Of languages and timestamps it keeps the
// text.
import type { FontStyle } from '../../markup.ts'
import {
  markupBuilder,
  plainMarkup,
  type BuiltMarkup,
  type MarkupBuilder,
} from '../markup-builder.ts'
import { excerpt } from '../report.ts'
import { decodeEntity } from './entities.ts'
import { CLASS_COLOURS } from './regions.ts'

const TOKEN = /<|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)(;?)|\n/gi
const ENTITY = /&(#\d{1,8}|#x[\da-f]{1,8}|[a-z][a-z\d]{0,30})(;?)/gi
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'u', 'v'])

export type CueTextResult =
  | (Extract<BuiltMarkup, { ok: true }> & {
      speaker: string | undefined
      losses: string[]
      faults: { offset: number; message: string; repair: string }[]
    })
  | { ok: false; error: string }

type Reading = {
  /** With the colour of the text inside. */
  open: { name: string; colour: string | undefined }[]
  builder: MarkupBuilder
  /** Of classes, from style sheets. */
  colours: ReadonlyMap<string, string>
  speaker: string | undefined
  losses: Set<string>
  /** Of single words, as they are written. */
  times: string[]
  /** How many tags around are <rt>. */
  rubyTexts: number
}

export function readCueText(text: string, colours: ReadonlyMap<string, string>): CueTextResult {
  const plain = plainMarkup(text)
  if (plain !== undefined)
    return { ok: true, text: plain, speaker: undefined, losses: [], faults: [] }
  const builder = markupBuilder()
  const losses = new Set<string>()
  const reading: Reading = {
    open: [],
    builder,
    colours,
    speaker: undefined,
    losses,
    times: [],
    rubyTexts: 0,
  }
  const faults: { offset: number; message: string; repair: string }[] = []
  const tokens = new RegExp(TOKEN)
  const lastEnd = text.lastIndexOf('>')
  let [read, isLiteral] = [0, false]
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { 0: token, 1: entity, 2: semicolon, index } = found
    builder.addText(text.slice(read, index))
    read = index + token.length
    if (token === '\n') builder.addRow()
    else if (entity !== undefined) {
      const letters = decodeEntity(entity, semicolon!)
      if (letters === undefined)
        losses.add(`The meaning of ${token}, an unknown character reference`)
      builder.addText(letters ?? token)
    } else {
      const end = index < lastEnd ? text.indexOf('>', index) : text.length
      if (end === text.length && !isLiteral) {
        isLiteral = hidesWords(text.slice(index))
        const repair = isLiteral ? 'it is kept as text' : `left out: ${excerpt(text.slice(index))}`
        faults.push({ offset: index, message: UNCLOSED, repair })
      }
      if (end === text.length && isLiteral) {
        builder.addText('<')
        continue
      }
      applyTag(reading, text.slice(index + 1, end))
      tokens.lastIndex = read = Math.min(text.length, end + 1)
    }
  }
  builder.addText(text.slice(read))
  if (reading.times.length > 0)
    losses.add(`The times of single words: ${excerpt(reading.times.join(' '))}`)
  const written = builder.build()
  return written.ok
    ? { ...written, speaker: reading.speaker, losses: [...losses], faults }
    : written
}

const UNCLOSED = 'a tag is not closed; write a literal < as &lt;'
/** A tag at the end of the text of which only the > is missing. */
const UNFINISHED = /^<\/?(?:b|c|i|lang|ruby|rt|u|v)(?:\.[\w.-]*)?$/
const MAX_TAG = 100

/** Players hide everything after such a <, also words. */
const hidesWords = (text: string) =>
  /\p{L}|^<3/u.test(text) && !UNFINISHED.test(text.slice(0, MAX_TAG))

/** Players ignore other end tags, with the words in them. */
const END_TAG = /^\/(?:b|c|i|lang|ruby|rt|u|v)?\s*$/

const isFontStyle = (tag: string): tag is FontStyle => tag === 'b' || tag === 'i' || tag === 'u'

function applyTag(reading: Reading, tag: string) {
  const { open, builder, losses } = reading
  const innermost = open.at(-1)?.name
  if (tag.startsWith('/')) {
    if (!END_TAG.test(tag)) losses.add(`The tag <${excerpt(tag)}>`)
    closeTag(reading, tag.slice(1), innermost)
    return
  }
  const [whole, name = '', classes = ''] = /^([^ \t\n\f.]*)((?:\.[^ \t\n\f.]*)*)/.exec(tag)!
  const isRubyText = name === 'rt' && innermost === 'ruby'
  if (!TAGS.has(name) && !isRubyText) {
    if (/^\d/.test(tag)) reading.times.push(tag)
    else losses.add(`The tag <${excerpt(tag)}>`)
    return
  }
  if (!/^(?:v|lang)$/.test(name) && tag.slice(whole.length).trim())
    losses.add(`The tag <${excerpt(tag)}>`)
  const isInRubyText = reading.rubyTexts > 0
  const own = classColour(reading, name, classes)
  open.push({ name, colour: own ?? open.at(-1)?.colour })
  builder.setColour(open.at(-1)!.colour)
  if (isFontStyle(name)) builder.open(name)
  if (name === 'ruby') builder.openRuby()
  if (isRubyText) {
    builder.openRubyText()
    reading.rubyTexts++
  }
  if (name === 'v') addSpeaker(reading, tag.slice(whole.length))
  if (name === 'lang') losses.add(`The language of words:${excerpt(tag.slice(whole.length))}`)
  if (isInRubyText) losses.add(`The style <${name}> of a ruby`)
}

function closeTag(reading: Reading, name: string, innermost: string | undefined) {
  const { open, builder } = reading
  const closesRuby = name === 'ruby' && innermost === 'rt'
  if (name !== innermost && !closesRuby) return
  if (innermost === 'rt') reading.rubyTexts--
  open.splice(closesRuby ? -2 : -1)
  builder.setColour(open.at(-1)?.colour)
  if (isFontStyle(name)) builder.close(name)
  if (name === 'ruby' || name === 'rt') builder.closeRubyText()
  // More text with a ruby of its own may follow.
  if (name === 'rt') builder.openRuby()
}

/** The last class that is a colour. */
function classColour({ colours, losses }: Reading, tag: string, written: string) {
  const classes = written.split('.').filter(Boolean)
  const own = classes.findLast((name) => colours.has(name) || CLASS_COLOURS.has(name))
  const colour = own && (colours.get(own) ?? CLASS_COLOURS.get(own))
  if (classes.some((name) => name.startsWith('bg_') && name !== 'bg_black'))
    losses.add(`The colour behind the text: ${excerpt(written)}`)
  else if (!colour && (classes.length > 0 || tag === 'c'))
    losses.add(`The class of the text: ${excerpt(written)}`)
  return colour
}

function addSpeaker(reading: Reading, annotation: string) {
  const whole = annotation.replace(/[ \t\n\f]+/g, ' ').trim()
  if (whole.length > MAX_SPEAKER)
    reading.losses.add(`The rest of the name ${whole.slice(MAX_SPEAKER)}`)
  const name = whole
    .slice(0, MAX_SPEAKER)
    .replace(ENTITY, (whole, entity: string, semicolon: string) => {
      return decodeEntity(entity, semicolon) ?? whole
    })
  if (name && reading.speaker !== undefined && reading.speaker !== name)
    reading.losses.add(`The name of another speaker: ${name}`)
  if (name) reading.speaker ??= name
}

const MAX_SPEAKER = 200
