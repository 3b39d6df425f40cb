import type { Rule } from './rule.ts'
import { hasVisibleText } from './measure.ts'
import { containsTerm, type ListedTerm } from './term-index.ts'

const both = ['subtitles', 'graphics'] as const

export const name = termRule('NAME', 'A name is spelled as in the project')
export const term = termRule('TERM', 'A term is translated as in the glossary')
export const date = termRule('DATE', 'A date matches the project')

function termRule(id: ListedTerm['list'], title: string): Rule {
  return {
    id,
    title,
    kinds: both,
    about: 'text',
    find: ({ text, terms }) => {
      if (terms.length === 0 || !hasVisibleText(text)) return undefined
      for (const { source, target, forbidden = [] } of terms.filter(({ list }) => list === id)) {
        const wrong = forbidden.find((other) => containsTerm(text, other))
        if (wrong !== undefined)
          return {
            value: wrong,
            limit: target,
            message: `uses “${wrong}” for “${source}”; use “${target}”`,
          }
        if (!containsTerm(text, target))
          return {
            value: source,
            limit: target,
            message:
              source === target
                ? `does not contain “${source}”`
                : `has no “${target}” for “${source}”`,
          }
      }
      return undefined
    },
  }
}

/** Smaller numbers are often written as words, as months or on another clock. */
const MAX_IGNORED_NUMBER = 12
const HAN_NUMERALS = /[一二三四五六七八九十百千万億零〇]/
/** Code points of zero in other scripts. */
const ZEROS = Array.from('٠۰०০๐０', (zero) => zero.charCodeAt(0))

export const numbers: Rule = {
  id: 'NUMBERS',
  title: 'Numbers of the source are in the translation',
  kinds: both,
  about: 'text',
  find: ({ text, source }) => {
    if (!/\p{Nd}/u.test(source) || !hasVisibleText(text) || HAN_NUMERALS.test(text))
      return undefined
    const there = new Set(findNumbers(text))
    const missing = findNumbers(source).find(
      (number) => Number(number) > MAX_IGNORED_NUMBER && !there.has(number),
    )
    return missing === undefined
      ? undefined
      : {
          value: missing,
          limit: null,
          message: `does not contain the number ${missing} of the source`,
        }
  },
}

/** Without thousands separators, which differ between languages. */
const findNumbers = (text: string): string[] =>
  (
    toLatinDigits(text)
      .replace(/(?<=\d)[.,\u00a0\u202f' ’](?=\d{3}(?!\d))/g, '')
      .match(/\d+/g) ?? []
  ).map((digits) => digits.replace(/^0+(?=\d)/, ''))

const toLatinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９]/g, (digit) =>
    String(
      ZEROS.map((zero) => digit.charCodeAt(0) - zero).find((value) => value >= 0 && value <= 9),
    ),
  )
