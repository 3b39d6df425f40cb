// Which words of a text a dictionary does not contain.
import { knowsWord, type Dictionary } from './dictionary.ts'
import { suggestWords } from './suggest.ts'

/** Each word with up to five similar ones. */
export type Misspelled = ReadonlyMap<string, readonly string[]>
export type MisspelledResult = {
  misspelled: Misspelled
  /** False if the text has more unknown words than one check looks up. */
  complete: boolean
}

export type SpellingLimits = {
  /** Lookups for all words together. */
  lookups: number
  /** Lookups for the suggestions of one word. */
  suggestionLookups: number
  misspelled: number
  suggested: number
}
export const SPELLING_LIMITS: SpellingLimits = {
  lookups: 4_000_000,
  suggestionLookups: 150_000,
  misspelled: 2_000,
  suggested: 40,
}

/** `allowed` are names and terms. The cost is limited by `limits`, whatever the words are. */
export function findMisspelled(
  dictionary: Dictionary,
  words: Iterable<string>,
  allowed: ReadonlySet<string>,
  limits: SpellingLimits = SPELLING_LIMITS,
): MisspelledResult {
  const budget = { left: limits.lookups }
  const unknown: string[] = []
  for (const word of new Set(words)) {
    if (isAllowed(allowed, word) || !isOfScript(dictionary, word)) continue
    if (knowsWord(dictionary, word, budget)) continue
    if (budget.left <= 0 || unknown.length === limits.misspelled)
      return withSuggestions(dictionary, unknown, { budget, limits, complete: false })
    unknown.push(word)
  }
  return withSuggestions(dictionary, unknown, { budget, limits, complete: true })
}

function withSuggestions(
  dictionary: Dictionary,
  unknown: readonly string[],
  {
    budget,
    limits,
    complete,
  }: { budget: { left: number }; limits: SpellingLimits; complete: boolean },
): MisspelledResult {
  const misspelled = unknown.map((word, index): [string, string[]] => {
    const own = { left: Math.min(limits.suggestionLookups, budget.left) }
    const before = own.left
    const found = index < limits.suggested && before > 0 ? suggestWords(dictionary, word, own) : []
    budget.left -= before - own.left
    return [word, found]
  })
  return { misspelled: new Map(misspelled), complete }
}

/** As it is, without a capital at the start of a sentence, or with an English genitive. */
function isAllowed(allowed: ReadonlySet<string>, word: string): boolean {
  const plain = word.normalize('NFC').replace(/[’ʼ]/g, "'")
  return [plain, plain.replace(/'s$/, '')].some(
    (text) => allowed.has(text) || allowed.has(text.charAt(0).toLowerCase() + text.slice(1)),
  )
}

/** The words of names and terms, as `findMisspelled` compares them. */
export const allowedWords = (texts: Iterable<string>): Set<string> =>
  new Set(
    [...texts].flatMap((text) => {
      const plain = text.normalize('NFC').replace(/[’ʼ]/g, "'")
      return [plain, ...(plain.match(/[\p{L}\p{M}'-]+/gu) ?? [])]
    }),
  )

const isOfScript = ({ alphabet }: Dictionary, word: string) =>
  [...word.normalize('NFC').toLowerCase()].some((letter) => alphabet.has(letter))
