import { plainText } from '@reelay/subtitles'

/** The key by which lines are compared: words and numbers without tags, case and punctuation. */
export const markupKey = (fragment: string): string => textKey(plainText(fragment))

/** A line of punctuation only is its own key. */
export function textKey(text: string): string {
  const visible = collapseSpaces(text.toLowerCase().replace(INVISIBLE, ''))
  return collapseSpaces(visible.replace(/['’ʼ]/gu, '').replace(PUNCTUATION, ' ')) || visible
}

/** Digits with their separators: 1,000 and 12:30 are one number. */
const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu
export const findNumbers = (text: string): string[] => text.match(NUMBER) ?? []
export const replaceNumbers = (text: string, by: (number: string) => string): string =>
  text.replace(NUMBER, by)

/** In scripts without spaces each letter is a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'gu')
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|[^\\s${UNSPACED}]+`, 'gu')
/** Doubles such letters, because each carries as much as two letters of other scripts. */
export const doubleUnspaced = (key: string): string => key.replace(UNSPACED_LETTER, '$&$&')
export const splitWords = (key: string): string[] => key.match(WORD) ?? []

const INVISIBLE = /\p{Cf}/gu
/** Punctuation inside a number belongs to it. */
const PUNCTUATION = /(?<!\p{Nd})\p{P}|\p{P}(?!\p{Nd})/gu
const collapseSpaces = (text: string) => text.replace(/\s+/gu, ' ').trim().normalize('NFC')
