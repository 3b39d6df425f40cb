import { writeMarkup } from '../markup.ts'
import type { CheckContext } from './context.ts'
import type { Rule } from './rule.ts'
import { replaceInRow } from './rows.ts'

const DIGITS = /\d+/g
/** How many characters before and after a number to inspect. */
const CONTEXT_LENGTH = 40
/** Dashes, quotes and brackets before the first word, and at most one space. */
const OPENING = /^(?:[-¿¡"“„«'‘(]+ ?)?/
const SENTENCE_END = /[.!?…]\s$/

export const spelledNumber: Rule = {
  id: 'NUM-1-10',
  title: 'Small numbers are spelled out',
  kinds: ['subtitles'],
  about: 'text',
  find: ({ text, plain, rows }, context) => {
    const most = context.profile.limits.spelledNumbers
    if (most === undefined || !/\d/.test(text)) return undefined
    const small = ({ 0: digits, index, input }: RegExpExecArray) =>
      Number(digits) >= 1 &&
      Number(digits) <= most &&
      isStandalone(
        input.slice(Math.max(0, index - CONTEXT_LENGTH), index),
        input.slice(index + digits.length, index + digits.length + CONTEXT_LENGTH),
        context,
      )
    const found = plain.flatMap((row) => [...row.matchAll(DIGITS)]).find(small)?.[0]
    if (found === undefined) return undefined
    const inWords = (match: RegExpExecArray, first: boolean) =>
      (small(match) && numberWord(match[0], first, context)) || match[0]
    return {
      value: Number(found),
      limit: most,
      message: `has the number ${found}; spell out numbers up to ${most}`,
      fixes: () => [
        {
          text: writeMarkup(
            rows.map((row, index) =>
              replaceInRow(row, DIGITS, (match) => inWords(match, index + match.index === 0)),
            ),
          ),
        },
      ],
    }
  },
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

/** Not part of a code, time, date, price, measure, score or name such as Apollo 7. */
function isStandalone(
  before: string,
  after: string,
  { language: { articles = [] }, months }: CheckContext,
): boolean {
  if (JOINED_BEFORE.test(before) || JOINED_AFTER.test(after)) return false
  const [last, next] = [
    before.trimEnd().split(/\s/).at(-1)!,
    after.trimStart().split(/[\s.,!?]/)[0]!,
  ]
  if (months.has(last.toLowerCase()) || months.has(next.toLowerCase())) return false
  const isCapitalised = /\p{Lu}/u.test(last.split(/[^\p{L}'’]/u).at(-1)!)
  return !isCapitalised || articles.includes(last.toLowerCase())
}

function numberWord(
  digits: string,
  first: boolean,
  { language: { numbers = [] } }: CheckContext,
): string | undefined {
  const word = numbers[Number(digits) - 1]
  return word && (first ? word[0]!.toUpperCase() + word.slice(1) : word)
}
