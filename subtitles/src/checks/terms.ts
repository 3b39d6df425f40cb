import type { Rule } from './context.ts'
import { hasInk } from './measure.ts'
import { containsTerm, type ListedTerm } from './term-index.ts'

const both = ['subtitles', 'graphics'] as const

export const name = wording('NAME', 'A name is written as the project writes it')
export const term = wording('TERM', 'A term is said as the glossary says it')
export const date = wording('DATE', "A date of the project is the project's date")

function wording(id: ListedTerm['list'], title: string): Rule {
  return {
    id,
    title,
    kinds: both,
    about: 'text',
    find: ({ text, terms }) => {
      if (terms.length === 0 || !hasInk(text)) return undefined
      for (const { source: said, target, forbidden = [] } of terms.filter(
        ({ list }) => list === id,
      )) {
        const wrong = forbidden.find((other) => containsTerm(text, other))
        if (wrong !== undefined)
          return {
            value: wrong,
            limit: target,
            message: `“${said}” is “${target}” here, not “${wrong}”`,
          }
        if (!containsTerm(text, target))
          return {
            value: said,
            limit: target,
            message: said === target ? `“${said}” is missing` : `“${said}” is “${target}” here`,
          }
      }
      return undefined
    },
  }
}

/** Smaller numbers are written in words, as months, or by another clock. */
const TELLING = 12
const WRITTEN = /[一二三四五六七八九十百千万億零〇]/
/** Where the digits of other scripts begin. */
const ZEROS = Array.from('٠۰०০๐０', (zero) => zero.charCodeAt(0))

export const numbers: Rule = {
  id: 'NUMBERS',
  title: 'Numbers of the original are there',
  kinds: both,
  about: 'text',
  find: ({ text, source }) => {
    if (!/\p{Nd}/u.test(source) || !hasInk(text) || WRITTEN.test(text)) return undefined
    const there = numbersIn(text)
    const missing = numbersIn(source).find(
      (number) => Number(number) > TELLING && !there.includes(number),
    )
    return missing === undefined
      ? undefined
      : { value: missing, limit: null, message: `${missing} of the original is missing` }
  },
}

/** Without the marks between thousands, which languages write in different ways. */
const numbersIn = (text: string): string[] =>
  (
    latin(text)
      .replace(/(?<=\d)[.,\u00a0\u202f' ’](?=\d{3}(?!\d))/g, '')
      .match(/\d+/g) ?? []
  ).map((digits) => digits.replace(/^0+(?=\d)/, ''))

const latin = (text: string) =>
  text.replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９]/g, (digit) =>
    String(
      ZEROS.map((zero) => digit.charCodeAt(0) - zero).find((value) => value >= 0 && value <= 9),
    ),
  )
