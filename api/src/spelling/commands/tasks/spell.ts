// Runs in a worker thread, because dictionaries are large and take up to a second to read.
import { readFileSync } from 'node:fs'
import { plainText } from '@reelay/subtitles'
import {
  allowedWords,
  findMisspelled,
  findWords,
  readDictionary,
  type Dictionary,
  type MisspelledResult,
} from '@reelay/subtitles/spelling'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import type { DictionaryFiles } from '../../queries/dictionaries.ts'

type Input = { files: DictionaryFiles; allowed: readonly string[] }

/** Undefined if the files are not a dictionary. */
export function spellWords({
  files,
  allowed,
  words,
}: Input & { words: readonly string[] }): MisspelledResult | undefined {
  const dictionary = dictionaryAt(files)
  return dictionary && findMisspelled(dictionary, words, allowedWords(allowed))
}

/** `lines` are JSON texts. The names of speakers are accepted. */
export function spellLines({
  files,
  allowed,
  lines: texts,
}: Input & { lines: readonly string[] }): MisspelledResult | undefined {
  const dictionary = dictionaryAt(files)
  if (!dictionary) return undefined
  const lines = parseLines(texts)
  const words = lines.flatMap(({ text }) => findWords(readText(text)).map(({ word }) => word))
  const speakers = lines.flatMap(({ speaker }) => speaker ?? [])
  return findMisspelled(dictionary, words, allowedWords([...allowed, ...speakers]))
}

/** The rule about tags reports markup that is not valid. */
function readText(markup: string): string {
  try {
    return plainText(markup).normalize('NFC')
  } catch {
    return ''
  }
}

/** A dictionary takes up to 60 MB, and the thread ends when nobody needs it. */
const MAX_KEPT = 3
const cache = new Map<string, Dictionary | undefined>()

function dictionaryAt(files: DictionaryFiles): Dictionary | undefined {
  const key = `${files.aff} ${files.version}`
  const dictionary = cache.has(key) ? cache.get(key) : readFiles(files)
  // The first of the map was used the longest time ago.
  cache.delete(key)
  cache.set(key, dictionary)
  if (cache.size > MAX_KEPT) cache.delete(cache.keys().next().value!)
  return dictionary
}

function readFiles({ aff, dic }: DictionaryFiles): Dictionary | undefined {
  try {
    const dictionary = readDictionary(readFileSync(aff), readFileSync(dic))
    return dictionary.words.size ? dictionary : undefined
  } catch {
    return undefined
  }
}
