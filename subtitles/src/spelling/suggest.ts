// Words of the dictionary that are similar to a misspelled word.
import { groupBy } from '../group-by.ts'
import type { AffixFile } from './affix-file.ts'
import { isCompound } from './compounds.ts'
import { cleanWord, MAX_WORD_LENGTH, mayStandAlone, type Dictionary } from './dictionary.ts'
import { hasForm, type LookupBudget, type Form } from './forms.ts'

export const MAX_SUGGESTIONS = 5
/** Two mistakes in one word: all similar words of all words with a letter less. */
const MAX_LENGTH_OF_TWO = 16
/** Of the letters of the language, the most frequent. A dictionary may list hundreds. */
const MAX_LETTERS = 60
const MAX_RELATED = 64

/** At most five, the most likely mistakes first. */
export function suggestWords(dictionary: Dictionary, word: string, budget: LookupBudget): string[] {
  if (word.length > MAX_WORD_LENGTH) return []
  const clean = cleanWord(dictionary, word)
  const found = new Set<string>()
  const collect = (candidates: Iterable<string>, isGood: (candidate: string) => boolean) => {
    for (const candidate of candidates) {
      if (found.size >= MAX_SUGGESTIONS || budget.left <= 0) return
      if (candidate !== clean && !found.has(candidate) && isGood(candidate)) found.add(candidate)
    }
  }
  const isGood = (text: string) => isSuggestible(dictionary, text, budget)
  collect(similarWords(dictionary.affixes, clean), isGood)
  if (!found.size) collect(splitWord(clean), (pair) => pair.split(' ').every(isGood))
  if (!found.size)
    collect(similarCompounds(dictionary.affixes, clean), (text) =>
      isCompound(dictionary, text, budget),
    )
  if (!found.size && clean.length <= MAX_LENGTH_OF_TWO)
    collect(wordsWithTwoMistakes(dictionary.affixes, clean), isGood)
  return [...found].map((text) => restore(dictionary.affixes, text, word))
}

function isSuggestible(dictionary: Dictionary, text: string, budget: LookupBudget): boolean {
  const { special } = dictionary.affixes
  const hidden = [special.get('NOSUGGEST'), special.get('FORBIDDENWORD')]
  const accepts = (form: Form) =>
    mayStandAlone(special, form) &&
    !hidden.some((flag) => flag !== undefined && form.flags.has(flag))
  if (hasForm(dictionary, text, accepts, budget)) return true
  // At the start of a sentence.
  const small = text.charAt(0).toLowerCase() + text.slice(1)
  return small !== text && hasForm(dictionary, small, accepts, budget)
}

/** The output form of the dictionary, with the apostrophes of the word. */
function restore({ outputs }: AffixFile, text: string, word: string): string {
  const converted = outputs.reduce((now, [from, to]) => now.replaceAll(from, to), text)
  return word.includes('’') ? converted.replaceAll("'", '’') : converted
}

/** Every word with one mistake less, likely ones first. */
function* similarWords(affixes: AffixFile, word: string): Iterable<string> {
  const letters = [...word]
  yield word.charAt(0).toUpperCase() + word.slice(1)
  yield word.toLowerCase()
  for (let at = 1; at < letters.length; at++) yield letters.toSpliced(at, 0, "'").join('')
  yield* replaceByTable(affixes, word)
  yield* replaceRelated(affixes, letters)
  yield* swapLetters(letters)
  yield* replaceKeys(affixes, letters)
  for (let at = 0; at < letters.length; at++) yield letters.toSpliced(at, 1).join('')
  const alphabet = lettersFor(affixes, word)
  for (let at = letters.length; at >= 0; at--)
    for (const letter of alphabet) yield letters.toSpliced(at, 0, letter).join('')
  for (let at = letters.length - 1; at >= 0; at--)
    for (const letter of alphabet) yield letters.toSpliced(at, 1, letter).join('')
}

/** Compounds take long to look up, so only the usual mistakes are tried. */
function* similarCompounds(affixes: AffixFile, word: string): Iterable<string> {
  const letters = [...word]
  for (let at = letters.length - 1; at >= 0; at--) yield letters.toSpliced(at, 1).join('')
  for (const [at, letter] of letters.entries()) yield letters.toSpliced(at, 0, letter).join('')
  yield* swapLetters(letters)
  yield* replaceByTable(affixes, word)
}

/** Capitals are only useful in front. */
function lettersFor({ letters }: AffixFile, word: string): string[] {
  const all = [...new Set(letters)].filter((letter) => letter.trim() !== '')
  const isUpper = word === word.toUpperCase()
  return all.filter((letter) => isUpper || letter === letter.toLowerCase()).slice(0, MAX_LETTERS)
}

/** `^` and `$` in the table mean the start and the end of the word. */
function* replaceByTable({ replacements }: AffixFile, word: string): Iterable<string> {
  for (const [from, to] of replacements) {
    const [atStart, atEnd] = [from.startsWith('^'), from.endsWith('$')]
    const text = from.slice(atStart ? 1 : 0, atEnd ? -1 : undefined)
    if (!text) continue
    for (let at = word.indexOf(text); at >= 0; at = word.indexOf(text, at + 1)) {
      if ((atStart && at > 0) || (atEnd && at + text.length < word.length)) continue
      yield word.slice(0, at) + to + word.slice(at + text.length)
    }
  }
}

/** Letters with other accents, in one place or in two. */
function* replaceRelated({ related, letters }: AffixFile, word: readonly string[]) {
  const byBase = groupBy(new Set(letters.toLowerCase()), baseOf)
  const changes = word
    .flatMap((letter, at) => {
      const others = [...(byBase.get(baseOf(letter)) ?? []), ...listedWith(related, letter)]
      return [...new Set(others)]
        .filter((other) => isLower(other) === isLower(letter))
        .map((other) => ({ at, other }))
    })
    .slice(0, MAX_RELATED)
  for (const { at, other } of changes) yield word.with(at, other).join('')
  for (const one of changes)
    for (const two of changes)
      if (one.at < two.at) yield word.with(one.at, one.other).with(two.at, two.other).join('')
}

const isLower = (letter: string) => letter === letter.toLowerCase()
const listedWith = (related: readonly string[], letter: string) =>
  related.find((group) => group.includes(letter)) ?? ''
const baseOf = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '')

function* swapLetters(letters: readonly string[]): Iterable<string> {
  for (let distance = 1; distance <= 2; distance++)
    for (let at = 0; at + distance < letters.length; at++)
      yield letters
        .with(at, letters[at + distance]!)
        .with(at + distance, letters[at]!)
        .join('')
}

function* replaceKeys({ keyboard }: AffixFile, letters: readonly string[]): Iterable<string> {
  for (const [at, letter] of letters.entries())
    for (let key = keyboard.indexOf(letter); key >= 0; key = keyboard.indexOf(letter, key + 1))
      for (const beside of [keyboard[key - 1], keyboard[key + 1]])
        if (beside && beside !== '|') yield letters.with(at, beside).join('')
}

function* splitWord(word: string): Iterable<string> {
  for (let at = 2; at <= word.length - 2; at++) yield `${word.slice(0, at)} ${word.slice(at)}`
}

function* wordsWithTwoMistakes(affixes: AffixFile, word: string): Iterable<string> {
  const letters = [...word]
  for (const near of swapLetters(letters)) yield* similarWords(affixes, near)
  for (let at = 0; at < letters.length; at++)
    yield* similarWords(affixes, letters.toSpliced(at, 1).join(''))
}
