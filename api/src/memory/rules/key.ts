import { plainText } from '@reelay/subtitles'

/**
 * What of a line counts when two are held against each other: its words and numbers, without tags,
 * case and punctuation. Empty when there is nothing to read.
 */
export const markupKey = (fragment: string): string => textKey(plainText(fragment))

/** A line of nothing but punctuation is known by that. */
export function textKey(text: string): string {
  const said = collapseSpaces(text.toLowerCase().replace(INVISIBLE, ''))
  return collapseSpaces(said.replace(/['’ʼ]/gu, '').replace(PUNCTUATION, ' ')) || said
}

/** Digits with what may stand between them: 1,000 and 12:30 are one number. */
const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu
export const findNumbers = (text: string): string[] => text.match(NUMBER) ?? []
export const replaceNumbers = (text: string, by: (number: string) => string): string =>
  text.replace(NUMBER, by)

/** Letters of scripts that write no spaces are words of their own. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'gu')
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|[^\\s${UNSPACED}]+`, 'gu')
/** Such letters twice: each says as much as two of others. */
export const doubleUnspaced = (key: string): string => key.replace(UNSPACED_LETTER, '$&$&')
export const splitWords = (key: string): string[] => key.match(WORD) ?? []

const INVISIBLE = /\p{Cf}/gu
/** What stands inside a number belongs to it. */
const PUNCTUATION = /(?<!\p{Nd})\p{P}|\p{P}(?!\p{Nd})/gu
const collapseSpaces = (text: string) => text.replace(/\s+/gu, ' ').trim().normalize('NFC')
