// A Hunspell dictionary: whether it contains a word.
import { parseAffixFile } from './affix-file.ts'
import { isCompound } from './compounds.ts'
import { decodeFiles } from './decode.ts'
import { hasForm, type LookupBudget, type Form, type Lexicon } from './forms.ts'
import { parseWordList } from './word-list.ts'

export type Dictionary = Lexicon & {
  /** Letters of the language; a word without any of them is in another script. */
  alphabet: ReadonlySet<string>
}

/** Longer words are not looked up. */
export const MAX_WORD_LENGTH = 64

/** Throws if the files are not a dictionary. */
export function readDictionary(aff: Uint8Array, dic: Uint8Array): Dictionary {
  const { affixes: affixText, words: wordText } = decodeFiles(aff, dic)
  const affixes = parseAffixFile(affixText)
  const words = parseWordList(wordText, affixes.readFlags, affixes.ignored)
  return { affixes, words, alphabet: lettersOf(affixes.letters, words) }
}

function lettersOf(letters: string, words: Lexicon['words']): ReadonlySet<string> {
  const found = new Set(letters.toLowerCase())
  if (found.size < 10) for (const word of words.keys()) for (const one of word) found.add(one)
  return found
}

/**
 * Whether the dictionary contains the word, one of its forms, or all of its parts between hyphens.
 * False if the budget ends first.
 */
export function knowsWord(dictionary: Dictionary, word: string, budget: LookupBudget): boolean {
  if (word.length > MAX_WORD_LENGTH) return false
  const clean = cleanWord(dictionary, word)
  return isWord(dictionary, clean, budget) || knowsParts(dictionary, clean, budget)
}

/** As the dictionary writes it. */
export function cleanWord({ affixes }: Dictionary, word: string): string {
  const plain = word.normalize('NFC').replace(/[\u00AD\u200B-\u200D\u2060]/g, '')
  const converted = affixes.inputs.reduce((text, [from, to]) => text.replaceAll(from, to), plain)
  return converted.replace(/[’ʼ]/g, "'").replace(/‐/g, '-')
}

/** The word as it is, and as it would be inside a sentence. */
function isWord(dictionary: Dictionary, word: string, budget: LookupBudget): boolean {
  return caseVariants(word).some((variant, index) =>
    isSpelled(dictionary, variant, { isExact: index === 0 }, budget),
  )
}

function caseVariants(word: string): string[] {
  const lower = word.toLowerCase()
  if (word === lower) return [word]
  if (word !== word.toUpperCase()) return [word, word.charAt(0).toLowerCase() + word.slice(1)]
  return [word, lower, lower.charAt(0).toUpperCase() + lower.slice(1)]
}

function isSpelled(
  dictionary: Dictionary,
  word: string,
  { isExact }: { isExact: boolean },
  budget: LookupBudget,
): boolean {
  const { special } = dictionary.affixes
  if (isForbidden(dictionary, word)) return false
  const accepts = (form: Form) =>
    mayStandAlone(special, form) && (isExact || !form.flags.has(special.get('KEEPCASE') ?? '\0'))
  return hasForm(dictionary, word, accepts, budget) || isCompound(dictionary, word, budget)
}

function isForbidden({ affixes: { special }, words }: Dictionary, word: string): boolean {
  const forbidden = special.get('FORBIDDENWORD')
  const found = forbidden === undefined ? undefined : words.get(word)
  if (!found) return false
  return ('has' in found ? [found] : found).some((flags) => flags.has(forbidden!))
}

/** Not a word for compounds only, and not a stem without the affix it needs. */
export function mayStandAlone(special: ReadonlyMap<string, string>, form: Form): boolean {
  const { flags, prefix, suffix, inner } = form
  const affixes = [prefix, suffix, inner].filter((affix) => affix !== undefined)
  const has = (name: string) => {
    const flag = special.get(name)
    return flag !== undefined && (flags.has(flag) || affixes.some((one) => one.flags.has(flag)))
  }
  if (has('ONLYINCOMPOUND') || has('FORBIDDENWORD')) return false
  const needsAffix = special.get('NEEDAFFIX')
  if (needsAffix !== undefined) {
    if (!affixes.length && flags.has(needsAffix)) return false
    if ((inner ? [suffix, prefix] : affixes).some((one) => one?.flags.has(needsAffix))) return false
  }
  const circumfix = special.get('CIRCUMFIX')
  if (circumfix === undefined || !affixes.some((one) => one.flags.has(circumfix))) return true
  return prefix?.flags.has(circumfix) === true && suffix?.flags.has(circumfix) === true
}

/** `ex-` at the start, or words between hyphens or apostrophes. */
function knowsParts(dictionary: Dictionary, word: string, budget: LookupBudget): boolean {
  for (const at of dictionary.affixes.breaks) {
    if (at.startsWith('^') && at.length > 2 && word.startsWith(at.slice(1)))
      return isWord(dictionary, word.slice(at.length - 1), budget)
  }
  const parts = word.split(/[-']/)
  if (parts.length < 2) return false
  return parts.every((part) => part === '' || isWord(dictionary, part, budget))
}
