// The text of a cue, after https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules: tags form a tree,
// and an end tag that does not close the innermost one means nothing.
// Kept are b, i and u. Of classes, voices, languages, ruby and timestamps the text is kept.
import type { TextStyle } from '../../markup.ts'
import { pen, type Pen } from '../pen.ts'
import { lettersOf } from './entities.ts'

const TOKEN = /<([^>]*)(>|$)|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*)(;?)|\n/gi
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'u', 'v'])

export type CueText = { ok: true; text: string } | { ok: false; offset: number; fault: string }

export function readCueText(text: string): CueText {
  const page = pen()
  const open: string[] = []
  let read = 0
  for (const { 0: token, 1: tag, 2: end, 3: entity, 4: semicolon, index } of text.matchAll(TOKEN)) {
    page.say(text.slice(read, index))
    read = index + token.length
    if (token === '\n') page.newRow()
    else if (tag === undefined) {
      const letters = lettersOf(entity!, semicolon!)
      if (letters === undefined)
        return {
          ok: false,
          offset: index,
          fault: `${token} is no character known here; a & that is meant as one is written &amp;`,
        }
      page.say(letters)
    } else if (end) take(tag, open, page)
    else
      return {
        ok: false,
        offset: index,
        fault: 'a tag is not closed; a < that is meant as one is written &lt;',
      }
  }
  page.say(text.slice(read))
  const written = page.written()
  return written.ok
    ? { ok: true, text: written.text }
    : { ok: false, offset: 0, fault: `the text ${written.fault}` }
}

const isStyle = (tag: string): tag is TextStyle => tag === 'b' || tag === 'i' || tag === 'u'

function take(tag: string, open: string[], page: Pen) {
  const innermost = open.at(-1)
  if (tag.startsWith('/')) {
    const name = tag.slice(1)
    if (name === innermost) open.pop()
    else if (name === 'ruby' && innermost === 'rt') open.splice(-2)
    if (name === innermost && isStyle(name)) page.takeOff(name)
    return
  }
  const name = /^[^ \t\n\f.]*/.exec(tag)![0]
  if (TAGS.has(name) || (name === 'rt' && innermost === 'ruby')) open.push(name)
  if (isStyle(name)) page.putOn(name)
}
