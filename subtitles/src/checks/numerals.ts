import { writeMarkup } from '../markup.ts'
import type { CheckedCue } from './checked-cue.ts'
import type { CheckContext } from './context.ts'
import { COUNT_WORDS } from './count-words.ts'
import type { Rule } from './rule.ts'
import { replaceInRow } from './rows.ts'

const DIGITS = /\d+/g
/** How many characters before and after a number to inspect. */
const CONTEXT_LENGTH = 40
/** Dashes, quotes and brackets before the first word, and at most one space. */
const OPENING = /^(?:[-¿¡"“„«'‘(]+ ?)?/
const SENTENCE_END = /[.!?…]\s$/
/** A new speaker also starts a sentence. */
const SENTENCE_START = /(?:^|[.!?]["'”’»)\]]{0,8}\s{1,8}|\n)(?:[-–—¿¡"“„«'‘(]{1,4} ?){0,4}$/

export const spelledNumber: Rule = {
  id: 'NUM-1-10',
  title: 'Small numbers are spelled out',
  kinds: ['subtitles'],
  about: 'text',
  find: (line, context) => {
    const most = context.profile.limits.spelledNumbers
    if (most === undefined || !/\d/.test(line.text)) return undefined
    const numbers = findSmallNumbers(line, most, context)
    const [first] = numbers
    if (!first) return undefined
    // Without a certain number, a person decides.
    const isCertain = numbers.every((number) => number.word !== undefined && number.isCertain)
    const suggestion = first.word && !first.isCertain ? ` (${first.word})` : ''
    return {
      value: Number(first.digits),
      limit: most,
      message: `has the number ${first.digits}; spell out numbers up to ${most}${suggestion}`,
      fixes: () => (isCertain ? [{ text: rewrite(line, numbers) }] : []),
    }
  },
}

type SmallNumber = { at: number; digits: string; word: string | undefined; isCertain: boolean }

/** `at` is the place in the text, with its line breaks. */
function findSmallNumbers(line: CheckedCue, most: number, context: CheckContext): SmallNumber[] {
  return [...line.text.matchAll(DIGITS)].flatMap(({ 0: digits, index }) => {
    const before = line.text.slice(Math.max(0, index - CONTEXT_LENGTH), index)
    const after = line.text.slice(index + digits.length, index + digits.length + CONTEXT_LENGTH)
    if (Number(digits) < 1 || Number(digits) > most) return []
    const use = useOf(before, after.replaceAll('\n', ' '), context)
    if (use === 'other') return []
    const word = numberWord(digits, startsSentence(before, index, line), context)
    return [{ at: index, digits, word, isCertain: use === 'count' }]
  })
}

function rewrite({ rows }: CheckedCue, numbers: readonly SmallNumber[]): string {
  const words = new Map(numbers.map(({ at, word }) => [at, word]))
  let start = 0
  const written = rows.map((row) => {
    const from = start
    start += row.reduce((length, { text }) => length + text.length, 1)
    return replaceInRow(row, DIGITS, ({ 0: digits, index }) => words.get(from + index) ?? digits)
  })
  return writeMarkup(written)
}

/** At the start of a cue, a sentence of the cue before may go on. */
function startsSentence(before: string, at: number, line: CheckedCue): boolean {
  if (!SENTENCE_START.test(before)) return false
  // A row may be the rest of a sentence.
  if (/[\p{L}\p{N},;:]\s*\n[-–—¿¡"“„«'‘(]*$/u.test(before)) return /\n[-–—]/.test(before)
  const isFirst = at <= OPENING.exec(line.text)![0].length
  return !isFirst || !line.before || /[.!?]["'”’»)\]]*$/.test(line.before.text)
}

export const numberAtStart: Rule = {
  id: 'NUM-start',
  title: 'No sentence starts with digits',
  kinds: ['subtitles'],
  about: 'text',
  find: (
    { text },
    {
      profile: {
        limits: { spelledNumbers: most },
      },
    },
  ) => {
    if (most === undefined || !/\d/.test(text)) return undefined
    const found = findSentenceStart(text.replaceAll('\n', ' '))
    return found === undefined || Number(found) <= most
      ? undefined
      : {
          value: Number(found),
          limit: null,
          message: `has a sentence that starts with ${found}; spell it out or rephrase`,
        }
  },
}

/** A number at the start of a sentence that is not a time, date or decimal. */
function findSentenceStart(text: string): string | undefined {
  const opening = OPENING.exec(text)![0].length
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    const end = index + digits.length
    const starts =
      index === 0 || index === opening || SENTENCE_END.test(text.slice(index - 2, index))
    if (starts && !/^[:.,/]\d/.test(text.slice(end, end + 2))) return digits
  }
  return undefined
}

/** A score, range, product or equation, with or without spaces: 3–2, 7 – 8, 4 x 4. */
const JOINED_BEFORE =
  /[\p{L}\p{N}\p{Sc}.,:;/#№°'’+×=*÷\p{Pd}−]$|[#№\p{Sc}\d]\s$|\d\s?[x×:*/+=÷\p{Pd}−]\s$/iu
const JOINED_AFTER =
  /^[\p{L}\p{N}\p{Sc}%‰°:/'’+×=*÷\p{Pd}−]|^\s?[x×:*/+=÷\p{Pd}−]\s?\d|^[.,]\d|^\.\s|^\s?[\p{Sc}%‰°×]|^\s\d|^\s(?:k?m|[cm]m|k?g|h|s|min|Uhr|[ap]\.?m)(?![\p{L}\p{N}])/u
/** Two numbers with a word between them are a score, a range or a choice. */
const PAIR_AFTER = /^[,.]?\s\p{L}{1,4}\s\d/u
const PAIR_BEFORE = /\d[,.]?\s\p{L}{1,4}\s$/u

/**
 * `count`: it says how many things there are. `unclear`: a person decides. `other`: it is part of a
 * code, time, date, price, measure, score or name such as Apollo 7.
 */
function useOf(
  before: string,
  after: string,
  { language, months }: CheckContext,
): 'count' | 'unclear' | 'other' {
  const above = before.replaceAll('\n', ' ')
  const isRowStart = /\n[-–—] ?$/.test(before)
  if ((JOINED_BEFORE.test(before) && !isRowStart) || JOINED_AFTER.test(after)) return 'other'
  if (PAIR_AFTER.test(after) || PAIR_BEFORE.test(above)) return 'other'
  const last = above.trimEnd().split(/\s/).at(-1)!
  const next = after.trimStart().split(/[\s.,!?;:…"”»)]/)[0]!
  const words = COUNT_WORDS[language.locale ?? '']
  if (months.has(last.toLowerCase()) || months.has(next.toLowerCase())) return 'other'
  if (words?.numbered.has(toWord(last))) return 'other'
  const isGerman = language.marks === 'german'
  // A house number, or a name that starts with a number.
  if (/^\p{Lu}/u.test(next) && !isGerman) return 'other'
  const isFirst = SENTENCE_START.test(above.slice(0, above.trimEnd().length - last.length))
  const isArticle = (language.articles ?? []).includes(last.toLowerCase())
  const isCapitalised = /\p{Lu}/u.test(last.split(/[^\p{L}'’]/u).at(-1)!) && !isArticle
  if (isCapitalised && !(isFirst && words?.plural.test(next))) return 'other'
  const isPlural = isGerman ? /^\p{Lu}/u.test(next) : words?.plural.test(next)
  // A 7 is a grade or a card, and the 7 train is not seven trains.
  const isOne = SINGULAR.has(toWord(last))
  const countsNext = isPlural && !isOne && !words?.others.has(next.toLowerCase())
  const isEnd = next === '' && words?.owners?.has(toWord(last))
  return (countsNext || isEnd) && !isCapitalised && words ? 'count' : 'unclear'
}

const SINGULAR = new Set('a an un une una uno um uma ein eine einen einem einer eines'.split(' '))
const toWord = (written: string) =>
  written.toLowerCase().replace(/^[^\p{L}]{1,40}|[^\p{L}]{1,40}$/gu, '')

function numberWord(
  digits: string,
  first: boolean,
  { language: { numbers = [] } }: CheckContext,
): string | undefined {
  const word = numbers[Number(digits) - 1]
  return word && (first ? word[0]!.toUpperCase() + word.slice(1) : word)
}
