// Cue text (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules): tags form a tree, and an end
// tag that does not close the innermost tag is ignored. Of languages and timestamps it keeps the
// text.
import type { FontStyle } from '../../markup.ts'
import { markupBuilder, plainMarkup, type MarkupBuilder } from '../markup-builder.ts'
import { decodeEntity } from './entities.ts'
import { CLASS_COLOURS } from './regions.ts'

const TOKEN = /<|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)(;?)|\n/gi
const ENTITY = /&(#\d{1,8}|#x[\da-f]{1,8}|[a-z][a-z\d]{0,30})(;?)/gi
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'u', 'v'])

export type CueTextResult =
  | { ok: true; text: string; speaker: string | undefined; losses: string[] }
  | { ok: false; offset: number; error: string }

type Reading = {
  /** With the colour of the text inside. */
  open: { name: string; colour: string | undefined }[]
  builder: MarkupBuilder
  /** Of classes, from style sheets. */
  colours: ReadonlyMap<string, string>
  speaker: string | undefined
  losses: Set<string>
}

export function readCueText(text: string, colours: ReadonlyMap<string, string>): CueTextResult {
  const plain = plainMarkup(text)
  if (plain !== undefined) return { ok: true, text: plain, speaker: undefined, losses: [] }
  const builder = markupBuilder()
  const losses = new Set<string>()
  const reading: Reading = { open: [], builder, colours, speaker: undefined, losses }
  const tokens = new RegExp(TOKEN)
  let read = 0
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { 0: token, 1: entity, 2: semicolon, index } = found
    builder.addText(text.slice(read, index))
    read = index + token.length
    if (token === '\n') builder.addRow()
    else if (entity !== undefined) {
      const letters = decodeEntity(entity, semicolon!)
      if (letters === undefined)
        losses.add(`The meaning of ${token.slice(0, 40)}, an unknown character reference`)
      builder.addText(letters ?? token)
    } else {
      const end = text.indexOf('>', index)
      if (end < 0)
        return {
          ok: false,
          offset: index,
          error: 'a tag is not closed; write a literal < as &lt;',
        }
      applyTag(reading, text.slice(index + 1, end))
      tokens.lastIndex = read = end + 1
    }
  }
  builder.addText(text.slice(read))
  const written = builder.build()
  return written.ok
    ? { ok: true, text: written.text, speaker: reading.speaker, losses: [...losses] }
    : { ok: false, offset: 0, error: `the text ${written.error}` }
}

const isFontStyle = (tag: string): tag is FontStyle => tag === 'b' || tag === 'i' || tag === 'u'

function applyTag(reading: Reading, tag: string) {
  const { open, builder, losses } = reading
  const innermost = open.at(-1)?.name
  if (tag.startsWith('/')) {
    closeTag(reading, tag.slice(1), innermost)
    return
  }
  const [whole, name = '', classes = ''] = /^([^ \t\n\f.]*)((?:\.[^ \t\n\f.]*)*)/.exec(tag)!
  const isRubyText = name === 'rt' && innermost === 'ruby'
  if (!TAGS.has(name) && !isRubyText) {
    losses.add(/^\d/.test(tag) ? 'The times of single words' : `The tag <${tag.slice(0, 40)}>`)
    return
  }
  const own = classColour(reading, name, classes)
  open.push({ name, colour: own ?? open.at(-1)?.colour })
  builder.setColour(open.at(-1)!.colour)
  if (isFontStyle(name)) builder.open(name)
  if (name === 'ruby') builder.openRuby()
  if (isRubyText) builder.openRubyText()
  if (name === 'v') addSpeaker(reading, tag.slice(whole.length))
  if (name === 'lang') losses.add('The language of single words')
}

function closeTag({ open, builder }: Reading, name: string, innermost: string | undefined) {
  const closesRuby = name === 'ruby' && innermost === 'rt'
  if (name !== innermost && !closesRuby) return
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
    losses.add('The colour behind the text')
  else if (!colour && (classes.length > 0 || tag === 'c')) losses.add('The class of the text')
  return colour
}

function addSpeaker(reading: Reading, annotation: string) {
  const name = annotation
    .replace(/[ \t\n\f]+/g, ' ')
    .trim()
    .slice(0, MAX_SPEAKER)
    .replace(ENTITY, (whole, entity: string, semicolon: string) => {
      return decodeEntity(entity, semicolon) ?? whole
    })
  if (name && reading.speaker !== undefined && reading.speaker !== name)
    reading.losses.add('The names of the other speakers')
  if (name) reading.speaker ??= name
}

const MAX_SPEAKER = 200
