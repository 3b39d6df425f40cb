// The dictionaries that the service installs, read once per test file.
import { readFileSync } from 'node:fs'
import { readDictionary, type Dictionary } from '../src/spelling/index.ts'

const read = new Map<string, Dictionary>()

export function dictionaryOf(language: 'en' | 'fr' | 'nl' | 'pl' | 'ru'): Dictionary {
  const known = read.get(language)
  if (known) return known
  const file = (name: string) =>
    readFileSync(new URL(name, import.meta.resolve(`dictionary-${language}`)))
  const dictionary = readDictionary(file('index.aff'), file('index.dic'))
  read.set(language, dictionary)
  return dictionary
}

/** A dictionary of the rows of an affix file and words. */
export function ownDictionary(affixes: readonly string[], words: readonly string[]): Dictionary {
  const bytes = (rows: readonly string[]) => new TextEncoder().encode(`${rows.join('\n')}\n`)
  return readDictionary(bytes(['SET UTF-8', ...affixes]), bytes([String(words.length), ...words]))
}
