// The words of a line that a dictionary can contain.

/** `at` is the position in the text, in UTF-16 code units. */
export type TextWord = { word: string; at: number }

/** Longer ones are not words. */
const MAX_LENGTH = 64
const CHUNK = /\S+/g
/** A word, also one that is never reported. */
export const WORD = /[\p{L}\p{M}\u00AD\u200C\u200D]+(?:['’ʼ‐-][\p{L}\p{M}\u00AD\u200C\u200D]+)*/gu

/**
 * All words of a text without markup. Omits addresses, everything with digits, single letters, and
 * words in capitals, which are often names or abbreviations.
 */
export function findWords(text: string): TextWord[] {
  return [...text.matchAll(CHUNK)].flatMap((chunk) => {
    if (isAddress(chunk[0])) return []
    return [...chunk[0].matchAll(WORD)].flatMap(({ 0: word, index }): TextWord[] =>
      isWord(word) && !touchesDigit(chunk[0], index, word.length)
        ? [{ word, at: chunk.index + index }]
        : [],
    )
  })
}

/** Parts between hyphens that touch a digit belong to it: `4K-Film`, `MP3s`. */
const touchesDigit = (chunk: string, at: number, length: number) =>
  /[\p{N}_]['’-]?$/u.test(chunk.slice(Math.max(0, at - 3), at)) ||
  /^['’-]?[\p{N}_]/u.test(chunk.slice(at + length, at + length + 3))

const isAddress = (chunk: string) =>
  /[@#\\]|:\/\/|^www\./i.test(chunk) || /\p{L}\.\p{Ll}{2,}(?:[/:]|$)/u.test(chunk.slice(0, 300))

const isWord = (word: string) =>
  word.length <= MAX_LENGTH &&
  word.length > 1 &&
  // Scripts without capitals have only one form.
  (word !== word.toUpperCase() || word === word.toLowerCase()) &&
  /\p{L}.*\p{L}/u.test(word)
