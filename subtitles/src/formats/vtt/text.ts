// Cue text (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules): tags form a tree, and an end
// tag that does not close the innermost tag is ignored. Keeps b, i and u; of classes, voices,
// languages, ruby and timestamps it keeps the text.
import type { TextStyle } from '../../markup.ts'
import { markupBuilder, type MarkupBuilder } from '../markup-builder.ts'
import { decodeEntity } from './entities.ts'

const TOKEN = /<|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)(;?)|\n/gi
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'u', 'v'])

export type CueTextResult =
  | { ok: true; text: string }
  | { ok: false; offset: number; error: string }

export function readCueText(text: string): CueTextResult {
  const builder = markupBuilder()
  const open: string[] = []
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
        return {
          ok: false,
          offset: index,
          error: `${token.slice(0, 40)} is an unknown character reference; write a literal & as &amp;`,
        }
      builder.addText(letters)
    } else {
      const end = text.indexOf('>', index)
      if (end < 0)
        return {
          ok: false,
          offset: index,
          error: 'a tag is not closed; write a literal < as &lt;',
        }
      applyTag(text.slice(index + 1, end), open, builder)
      tokens.lastIndex = read = end + 1
    }
  }
  builder.addText(text.slice(read))
  const written = builder.build()
  return written.ok
    ? { ok: true, text: written.text }
    : { ok: false, offset: 0, error: `the text ${written.error}` }
}

const isStyle = (tag: string): tag is TextStyle => tag === 'b' || tag === 'i' || tag === 'u'

function applyTag(tag: string, open: string[], builder: MarkupBuilder) {
  const innermost = open.at(-1)
  if (tag.startsWith('/')) {
    const name = tag.slice(1)
    if (name === innermost) open.pop()
    else if (name === 'ruby' && innermost === 'rt') open.splice(-2)
    if (name === innermost && isStyle(name)) builder.close(name)
    return
  }
  const name = /^[^ \t\n\f.]*/.exec(tag)![0]
  if (TAGS.has(name) || (name === 'rt' && innermost === 'ruby')) open.push(name)
  if (isStyle(name)) builder.open(name)
}
