import { distance } from 'fastest-levenshtein'
import { splitWords } from './key.ts'

/**
 * 0 to 1, the mean of letter and word similarity: letters alone confuse "now" with "not", words
 * alone reject a changed ending.
 */
export const similarity = (a: string, b: string): number =>
  (share(a, b) + share(...wordsAsLetters(splitWords(a), splitWords(b)))) / 2

const MAX_KEYS = 200
const MIN_SHARE = 0.45

/** The most similar keys. Compares letters only, because there can be thousands. */
export function closestKeys(key: string, others: readonly string[]): string[] {
  return others
    .map((other) => ({ other, share: share(key, other) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_KEYS)
    .map(({ other }) => other)
}

const share = (a: string, b: string) => 1 - distance(a, b) / Math.max(a.length, b.length, 1)

/** Maps each word to one letter, so that the letter distance is the word distance. */
function wordsAsLetters(...lines: [string[], string[]]): [string, string] {
  const letters = new Map<string, string>()
  const letter = (word: string) => {
    if (!letters.has(word)) letters.set(word, String.fromCharCode(0x100 + letters.size))
    return letters.get(word)!
  }
  const [first, second] = lines.map((words) => words.map(letter).join(''))
  return [first!, second!]
}
