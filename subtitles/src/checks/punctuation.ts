// Punctuation that depends on the language.
import { writeMarkup, type TextRow } from '../markup.ts'
import type { CheckedCue } from './checked-cue.ts'
import type { CheckContext } from './context.ts'
import type { Rule, RuleResult } from './rule.ts'
import { replaceInRow, textOf } from './rows.ts'

const rewrite = (
  { rows }: CheckedCue,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): { text: string } => ({
  text: writeMarkup(rows.map((row: TextRow) => replaceInRow(row, pattern, by))),
})

export const punctuation: Rule = {
  id: 'PUNCT',
  title: 'Punctuation follows the language',
  kinds: ['subtitles', 'graphics'],
  about: 'text',
  find: (line, context) => {
    const { marks } = context.language
    return marks ? STYLES[marks](line, context) : doubleMark(line, context)
  },
}

type MarkStyle = NonNullable<CheckContext['language']['marks']>

const STYLES: Record<
  MarkStyle,
  (line: CheckedCue, context: CheckContext) => RuleResult | undefined
> = {
  arabic,
  chinese: (line) => otherMarks(line, HALF_WIDTH_MARK, FULL_WIDTH_MARKS, 'half-width'),
  danda: (line) => otherMarks(line, FULL_STOP_FOR_DANDA, { '.': '।' }, 'Latin'),
  french,
  german,
  greek: (line) => otherMarks(line, LATIN_QUESTION, { '?': ';' }, 'Latin'),
  japanese,
  spanish,
}

/** Not in numbers, and not in a Latin name. */
const HALF_WIDTH_MARK = /(?<=\p{Script=Han}[”’》」）]?)[,!?:;](?!\d)/gu
const FULL_WIDTH_MARKS: Record<string, string> = {
  ',': '，',
  '!': '！',
  '?': '？',
  ':': '：',
  ';': '；',
}
const WORD_START = String.raw`(?<![\p{L}\p{M}])`
/** A name follows them, as after Dr. */
const TITLES = `(?<!${WORD_START}(?:डॉ|मि|श्री|सु|कु|प्रो|ডা|ড|মি|মো|প্রফ))`
/** Short words that end sentences. Inside of a cue, others are abbreviations. */
const VERBS = `(?<=${WORD_START}(?:है|हैं|हूँ|हो|था|थे|थी|না|নয়))`
const AFTER_STOP = String.raw`(?=[\s"'\u201d\u2019])`
const FULL_STOP_FOR_DANDA = new RegExp(
  String.raw`(?<=[\p{Script=Devanagari}\p{Script=Bengali}])${TITLES}` +
    String.raw`(?:(?<=[\p{L}\p{M}]{3})\.${AFTER_STOP}|${VERBS}\.${AFTER_STOP}|\.(?=["'\u201d\u2019]*$))`,
  'gmu',
)
const LATIN_QUESTION = /(?<=\p{Script=Greek}["'”’»)]?)\?/gu

/** Marks of another script. */
function otherMarks(
  line: CheckedCue,
  pattern: RegExp,
  marks: Record<string, string>,
  kind: string,
): RuleResult | undefined {
  const found = line.plain.join('\n').match(pattern)?.[0]
  return found === undefined
    ? undefined
    : {
        value: found,
        limit: marks[found]!,
        message: `has the ${kind} ${found}; write ${marks[found]}`,
        fixes: () => [rewrite(line, pattern, ([mark]) => marks[mark]!)],
      }
}

/** The guides of Netflix allow one mark, except in French and Spanish. A person says which. */
function doubleMark(line: CheckedCue, { profile }: CheckContext): RuleResult | undefined {
  const found = profile.name.startsWith('netflix') ? /[!?]{2,}/.exec(line.text)?.[0] : undefined
  return found === undefined
    ? undefined
    : { value: found, limit: 1, message: `has ${found}; write one mark` }
}

/** Latin marks after an Arabic letter. A comma between digits stays. */
const LATIN_MARK = /(?<=\p{Script=Arabic}[ \u00a0]?)[?,;]/gu
const ARABIC_MARKS: Record<string, string> = { '?': '؟', ',': '،', ';': '؛' }

function arabic(line: CheckedCue): RuleResult | undefined {
  if (!/[?,;]/.test(line.text) || !/\p{Script=Arabic}/u.test(line.text)) return undefined
  const found = line.plain.join('\n').match(LATIN_MARK)?.[0]
  return found === undefined
    ? undefined
    : {
        value: found,
        limit: ARABIC_MARKS[found]!,
        message: `has the Latin ${found}; write ${ARABIC_MARKS[found]}`,
        fixes: () => [rewrite(line, LATIN_MARK, ([mark]) => ARABIC_MARKS[mark]!)],
      }
}

/** Where a space is missing: before ! ? ; : » and after «. A colon inside of a word or time stays. */
const MISSING_SPACE =
  /(?<=[\p{L}\p{N})\]"”])(?=[!?;»](?![\p{L}\p{N}]))|(?<=\p{L})(?=:(?: |$))|(?<=«)(?=[^\s»])/gu

function french(line: CheckedCue, { profile }: CheckContext): RuleResult | undefined {
  // Canadian French has no space before these marks.
  if (!/[!?;:«»]/.test(line.text) || /-ca$/i.test(profile.language)) return undefined
  const row = line.plain.find((text) => text.search(MISSING_SPACE) >= 0)
  if (row === undefined) return undefined
  const at = row.search(MISSING_SPACE)
  const mark = row[at - 1] === '«' ? '«' : row[at]!
  return {
    value: mark,
    limit: null,
    message: `has no space beside ${mark}`,
    fixes: () => ['\u00a0', ' '].map((space) => rewrite(line, MISSING_SPACE, () => space)),
  }
}

const QUOTE = /[„“”]/g

/**
 * “…” is English, and „…” a mixture. German opens with „ and closes with “. Returns the wrong quotes
 * by their offset, with the right ones.
 */
function wrongQuotes(text: string): Map<number, string> {
  const wrong = new Map<number, string>()
  const quotes = [...text.matchAll(QUOTE)]
  let isOpen = false
  for (const [number, { 0: quote, index }] of quotes.entries()) {
    const opens: boolean =
      quote === '„' || (quote === '“' && !isOpen && quotes[number + 1]?.[0] === '”')
    if (opens && quote !== '„') wrong.set(index, '„')
    if (!opens && isOpen && quote !== '“') wrong.set(index, '“')
    isOpen = opens
  }
  return wrong
}

function german({ plain, rows }: CheckedCue): RuleResult | undefined {
  if (!plain.some((row) => wrongQuotes(row).size > 0)) return undefined
  const rewritten = () =>
    rows.map((row) => {
      const wrong = wrongQuotes(textOf(row))
      return replaceInRow(row, QUOTE, ({ 0: quote, index }) => wrong.get(index) ?? quote)
    })
  return {
    value: '“ ”',
    limit: '„ “',
    message: 'has an English quote; write „ “',
    fixes: () => [{ text: writeMarkup(rewritten()) }],
  }
}

/** With the marks of voiced sounds. No automatic fix, because a fix never changes a letter. */
const HALF_WIDTH_KANA = /[\uff61-\uff9f]+/g
const FULL_STOP = /。+(?=.|$)/g

/** Subtitles have no full stop: a space separates sentences, and the end needs nothing. */
function japanese(line: CheckedCue): RuleResult | undefined {
  const kana = line.text.match(HALF_WIDTH_KANA)?.[0]
  if (kana !== undefined)
    return {
      value: kana,
      limit: kana.normalize('NFKC'),
      message: `has half-width ${kana}; write ${kana.normalize('NFKC')}`,
    }
  if (!line.text.includes('。')) return undefined
  const separate = ({ index, input, 0: stop }: RegExpExecArray) =>
    /^[\p{L}\p{N}]/u.test(input.slice(index + stop.length)) ? '\u3000' : ''
  return {
    value: '。',
    limit: null,
    message: 'has 。, which subtitles leave out',
    fixes: () => [rewrite(line, FULL_STOP, separate)],
  }
}

/** A question or an exclamation that is never opened. It may have been opened in the cue before. */
function spanish(line: CheckedCue): RuleResult | undefined {
  for (const [opening, closing] of [
    ['¿', '?'],
    ['¡', '!'],
  ] as const) {
    if (!line.text.includes(closing) || /[¿¡]/.test(line.text)) continue
    const before = line.before?.text ?? ''
    if (before.lastIndexOf(opening) > before.lastIndexOf(closing)) continue
    return {
      value: closing,
      limit: opening,
      message: `has ${closing} without ${opening}`,
    }
  }
  return undefined
}
