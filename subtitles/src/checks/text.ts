import { writeMarkup, type TextRow } from '../markup.ts'
import { REMOVABLE, codePoint } from './glyphs.ts'
import type { Rule } from './rule.ts'
import type { CheckedCue } from './checked-cue.ts'
import { hasVisibleText } from './measure.ts'
import { replaceInRow } from './rows.ts'
import { foldText } from './term-index.ts'

const both = ['subtitles', 'graphics'] as const
const LETTER = /\p{L}/u
const rewriteFix =
  ({ rows }: CheckedCue, change: (row: TextRow) => TextRow) =>
  () => [{ text: writeMarkup(rows.map(change)) }]

export const tags: Rule = {
  id: 'TAGS',
  title: 'Only <i>, <b>, <u> and <br>, all closed',
  kinds: both,
  about: 'text',
  find: ({ error }) =>
    error === undefined
      ? undefined
      : { value: error, limit: null, message: `has invalid markup: the text ${error}` },
}

export const empty: Rule = {
  id: 'EMPTY',
  title: 'A cue has text',
  kinds: both,
  about: 'text',
  find: ({ text, source }) =>
    hasVisibleText(text) || hasVisibleText(source)
      ? undefined
      : { value: 0, limit: 1, message: 'has no text' },
}

export const untranslated: Rule = {
  id: 'UNTRANSLATED',
  title: 'A cue with a source has a translation',
  kinds: both,
  about: 'text',
  find: ({ text, source }) =>
    hasVisibleText(text) || !hasVisibleText(source)
      ? undefined
      : { value: source.replaceAll('\n', ' '), limit: null, message: 'is not translated' },
}

export const sameAsSource: Rule = {
  id: 'SAME-AS-SOURCE',
  title: 'A translation differs from the source, unless it is a name',
  kinds: both,
  about: 'text',
  find: ({ text, source, terms }) => {
    if (!source || !LETTER.test(text) || foldText(text) !== foldText(source)) return undefined
    const rest = terms.reduce(
      (left, { source: term, target }) =>
        foldText(term) === foldText(target) ? left.replaceAll(foldText(term), '') : left,
      foldText(source),
    )
    return LETTER.test(rest)
      ? { value: text.replaceAll('\n', ' '), limit: null, message: 'is the same as the source' }
      : undefined
  },
}

export const machine: Rule = {
  id: 'MACHINE',
  title: 'A person has confirmed what a machine drafted',
  kinds: both,
  about: 'text',
  find: ({ cue, text }) =>
    cue.machine && hasVisibleText(text)
      ? {
          value: text.replaceAll('\n', ' '),
          limit: null,
          message: 'is an unconfirmed machine draft',
        }
      : undefined,
}

/**
 * Two or more spaces, or spaces at either end. Each run is tried once, so a row of spaces only is
 * linear.
 */
const SPACES = /^ +|(?<! ) +$|(?<! ) {2,}/g
/** A colon before a bracket or a letter is a smiley. */
const SPACE_BEFORE_MARK =
  /(?<! ) +(?=[,;:!?»%]+(?:[\s"”’'»]|$)|[,!?»%]+[)\]]|\.(?:\s|$)|[؟،؛])|(?<![ :;=]) +(?=[)\]](?:[\s.,!?]|$))/g

export const spaces: Rule = {
  id: 'SPACES',
  title: 'No extra spaces',
  kinds: both,
  about: 'text',
  find: (line, { language: { spacedMarks = '' } }) => {
    const apart = (row: string, { index, 0: gap }: RegExpExecArray) =>
      gap.length > 1 || !`»%${spacedMarks}`.includes(row[index + gap.length]!)
    const wrong = (row: string) =>
      row.search(SPACES) >= 0 ||
      (/ [,;:!?»%.؟،؛)\]]/.test(row) &&
        [...row.matchAll(SPACE_BEFORE_MARK)].some((match) => apart(row, match)))
    const bad = line.plain.find(wrong)
    if (bad === undefined) return undefined
    const fixRow = (row: TextRow) =>
      replaceInRow(
        replaceInRow(row, SPACES, ({ index, 0: gap, input }) =>
          index === 0 || index + gap.length === input.length ? '' : ' ',
        ),
        SPACE_BEFORE_MARK,
        (match) => (apart(match.input, match) ? '' : match[0]),
      )
    return {
      value: bad,
      limit: null,
      message: 'has an extra space',
      fixes: rewriteFix(line, fixRow),
    }
  },
}

export const glyph: Rule = {
  id: 'GLYPH',
  title: 'Only characters that the format and the language allow',
  kinds: both,
  about: 'text',
  find: (line, { unsupported: strangers }) => {
    const found = strangers.exec(line.text.replaceAll('\n', ''))?.[0]
    if (found === undefined) return undefined
    const shown = hasVisibleText(found) ? `“${found}” (${codePoint(found)})` : codePoint(found)
    return {
      value: codePoint(found),
      limit: null,
      message: `contains ${shown}, which this profile does not allow`,
      fixes: rewriteFix(line, (row) => replaceInRow(row, REMOVABLE, () => '')),
    }
  },
}
