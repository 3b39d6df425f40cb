import { findWords } from '../spelling/words.ts'
import type { Misspelled } from '../spelling/misspelled.ts'
import type { Rule, RuleResult } from './rule.ts'

/** A line with more is in another language. */
const MAX_WORDS = 20

/** The words are looked up beforehand, because dictionaries are large. */
export const spelling: Rule = {
  id: 'SPELLING',
  title: 'All words are in the dictionary, the glossary or the word list of the studio',
  kinds: ['subtitles', 'graphics'],
  about: 'text',
  find: ({ text }, { misspelled }) => findMisspelledIn(text, misspelled),
}

/** `text` has no markup. */
export function findMisspelledIn(text: string, misspelled: Misspelled): RuleResult | undefined {
  if (misspelled.size === 0) return undefined
  const unknown = new Set(
    findWords(text)
      .map(({ word }) => word)
      .filter((word) => misspelled.has(word)),
  )
  if (unknown.size === 0) return undefined
  const words = [...unknown]
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, suggestions: [...(misspelled.get(word) ?? [])] }))
  const value = words.map(({ word }) => word).join(', ')
  return {
    value,
    limit: null,
    message: `has words that are not in the dictionary: ${value}`,
    words,
  }
}
