// Cue text (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules): tags form a tree, and an end
// tag that does not close the innermost tag is ignored. Keeps b, i and u; of classes, voices,
// languages and timestamps it keeps the text. Ruby text
// follows its base in parentheses.
import type { TextStyle } from '../../markup.ts'
import { markupBuilder, type MarkupBuilder } from '../markup-builder.ts'
import { decodeEntity } from './entities.ts'

const TOKEN = /<|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)(;?)|\n/gi
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'u', 'v'])

export type CueTextResult =
  | { ok: true; text: string; losses: string[] }
  | { ok: false; offset: number; error: string }

export function readCueText(text: string): CueTextResult {
  const builder = markupBuilder()
  const open: string[] = []
  const losses = new Set<string>()
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
      const lost = applyTag(text.slice(index + 1, end), open, builder)
      if (lost) losses.add(lost)
      tokens.lastIndex = read = end + 1
    }
  }
  builder.addText(text.slice(read))
  const written = builder.build()
  return written.ok
    ? { ok: true, text: written.text, losses: [...losses] }
    : { ok: false, offset: 0, error: `the text ${written.error}` }
}

const isStyle = (tag: string): tag is TextStyle => tag === 'b' || tag === 'i' || tag === 'u'

/** Returns what the tag means and a line cannot store. */
function applyTag(tag: string, open: string[], builder: MarkupBuilder): string | undefined {
  const innermost = open.at(-1)
  if (tag.startsWith('/')) {
    const name = tag.slice(1)
    if (innermost === 'rt' && (name === 'rt' || name === 'ruby')) builder.addText('\uff09')
    if (name === innermost) open.pop()
    else if (name === 'ruby' && innermost === 'rt') open.splice(-2)
    if (name === innermost && isStyle(name)) builder.close(name)
    return undefined
  }
  const name = /^[^ \t\n\f.]*/.exec(tag)![0]
  const isRubyText = name === 'rt' && innermost === 'ruby'
  if (isRubyText) builder.addText('\uff08')
  if (TAGS.has(name) || isRubyText) open.push(name)
  if (isStyle(name)) builder.open(name)
  if (isStyle(name) && name === tag) return undefined
  return LOST_TAGS[name] ?? (/^\d/.test(tag) ? 'The times of single words' : lostTag(name, tag))
}

const lostTag = (name: string, tag: string) =>
  isStyle(name) ? 'The class of a tag' : `The tag <${tag.slice(0, 40)}>`
const LOST_TAGS: Record<string, string | undefined> = {
  c: 'The class of the text, and its colour',
  v: 'The name of the speaker',
  lang: 'The language of single words',
  ruby: 'Ruby; its text follows in parentheses',
  rt: 'Ruby; its text follows in parentheses',
}
