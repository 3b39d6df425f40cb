// Reads the word list of a Hunspell dictionary.
import type { FlagReader, Flags } from './flags.ts'

/** A word that occurs twice, such as a noun and a verb, has several sets of flags. */
export type WordList = ReadonlyMap<string, Flags | readonly Flags[]>

/** A row is `word/flags` and fields about the word. The first contains the number of words. */
export function parseWordList(text: string, readFlags: FlagReader, ignored: string): WordList {
  const words = new Map<string, Flags | readonly Flags[]>()
  const letters = new Set(ignored)
  const clean = (word: string) =>
    letters.size ? [...word].filter((letter) => !letters.has(letter)).join('') : word
  let from = text.indexOf('\n') + 1
  while (from > 0 && from < text.length) {
    const end = text.indexOf('\n', from)
    const { word, flags } = parseRow(text.slice(from, end < 0 ? text.length : end))
    from = end + 1
    if (word) add(words, clean(word), readFlags(flags))
  }
  return words
}

/** `\/` is a slash inside the word. Rows are many, so the usual ones need no pattern. */
function parseRow(row: string): { word: string; flags: string } {
  let entry = row
  if (row.includes('\t')) entry = entry.slice(0, entry.indexOf('\t'))
  if (entry.includes(':')) entry = entry.replace(/ [a-z]{2}:.*$/, '')
  entry = entry.trim()
  let slash = entry.indexOf('/', 1)
  while (slash > 0 && entry[slash - 1] === '\\') slash = entry.indexOf('/', slash + 1)
  const word = slash < 0 ? entry : entry.slice(0, slash)
  return {
    word: word.includes('\\') ? word.replaceAll(String.raw`\/`, '/') : word,
    flags: slash < 0 ? '' : entry.slice(slash + 1),
  }
}

function add(words: Map<string, Flags | readonly Flags[]>, word: string, flags: Flags) {
  const before = words.get(word)
  if (before === undefined) words.set(word, flags)
  else words.set(word, [...('has' in before ? [before] : before), flags])
}
