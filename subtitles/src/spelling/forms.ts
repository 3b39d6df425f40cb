// Finds words that a dictionary makes with affixes. Affixes are removed from the word; making all
// forms beforehand takes up to a minute and hundreds of megabytes.
import type { Affix, AffixFile } from './affix-file.ts'
import type { Flags } from './flags.ts'
import type { WordList } from './word-list.ts'

/** Lookups and affixes to compare that are left. Every search stops when there are none. */
export type LookupBudget = { left: number }
/** A word of the list, and the affixes around it. */
export type Form = { flags: Flags; prefix?: Affix; suffix?: Affix; inner?: Affix }
export type Lexicon = { affixes: AffixFile; words: WordList }
type Accepts = (form: Form) => boolean

const NONE: readonly Flags[] = []

/** All sets of flags of a word of the list. */
export function entriesOf(
  { words }: Lexicon,
  word: string,
  budget: LookupBudget,
): readonly Flags[] {
  budget.left--
  const found = words.get(word)
  if (!found) return NONE
  return 'has' in found ? [found] : found
}

/** Whether the word has a form that is accepted: itself, or with up to two suffixes and a prefix. */
export function hasForm(
  lexicon: Lexicon,
  word: string,
  accepts: Accepts,
  budget: LookupBudget,
): boolean {
  return (
    entriesOf(lexicon, word, budget).some((flags) => accepts({ flags })) ||
    hasSuffixed(lexicon, word, undefined, accepts, budget) ||
    hasPrefixed(lexicon, word, accepts, budget)
  )
}

function hasPrefixed(
  lexicon: Lexicon,
  word: string,
  accepts: Accepts,
  budget: LookupBudget,
): boolean {
  const { prefixes, longest } = lexicon.affixes
  for (let length = 0; length <= Math.min(longest.prefix, word.length); length++) {
    const strips = prefixes.get(word.slice(0, length))
    if (!strips) continue
    for (const [strip, group] of strips) {
      const stem = strip + word.slice(length)
      const fitting = group.filter((prefix) => isApplicable(prefix, stem))
      if (!fitting.length) continue
      const entries = entriesOf(lexicon, stem, budget)
      for (const prefix of fitting) {
        if (budget.left <= 0) return false
        const withPrefix = (form: Form) => accepts({ ...form, prefix })
        if (entries.some((flags) => flags.has(prefix.flag) && withPrefix({ flags }))) return true
        if (prefix.crosses && hasSuffixed(lexicon, stem, prefix, withPrefix, budget)) return true
      }
    }
  }
  return false
}

/** With a prefix, the word or a suffix must allow it. */
function hasSuffixed(
  lexicon: Lexicon,
  word: string,
  prefix: Affix | undefined,
  accepts: Accepts,
  budget: LookupBudget,
): boolean {
  const { continued } = lexicon.affixes
  return removeSuffix(lexicon, word, budget, (stem, fitting) => {
    const entries = entriesOf(lexicon, stem, budget)
    return fitting.some((suffix) => {
      if (prefix && !suffix.crosses) return false
      const allows = (flags: Flags) =>
        !prefix || flags.has(prefix.flag) || suffix.flags.has(prefix.flag)
      const has = (flags: Flags) =>
        flags.has(suffix.flag) || prefix?.flags.has(suffix.flag) === true
      if (entries.some((flags) => has(flags) && allows(flags) && accepts({ flags, suffix })))
        return true
      return (
        continued.has(suffix.flag) && hasInner(lexicon, { stem, suffix, prefix }, accepts, budget)
      )
    })
  })
}

/** A suffix on a word that another suffix made. */
function hasInner(
  lexicon: Lexicon,
  { stem, suffix, prefix }: { stem: string; suffix: Affix; prefix: Affix | undefined },
  accepts: Accepts,
  budget: LookupBudget,
): boolean {
  return removeSuffix(lexicon, stem, budget, (root, fitting) => {
    const inners = fitting.filter((inner) => inner.flags.has(suffix.flag))
    if (!inners.length) return false
    const entries = entriesOf(lexicon, root, budget)
    return inners.some((inner) =>
      entries.some(
        (flags) =>
          flags.has(inner.flag) &&
          (!prefix ||
            flags.has(prefix.flag) ||
            inner.flags.has(prefix.flag) ||
            suffix.flags.has(prefix.flag)) &&
          accepts({ flags, suffix, inner }),
      ),
    )
  })
}

/** Calls `found` for each word that a suffix could have been added to, until it returns true. */
function removeSuffix(
  { affixes: { suffixes, longest } }: Lexicon,
  word: string,
  budget: LookupBudget,
  found: (stem: string, fitting: readonly Affix[]) => boolean,
): boolean {
  for (let length = 0; length <= Math.min(longest.suffix, word.length); length++) {
    const strips = suffixes.get(word.slice(word.length - length))
    if (!strips) continue
    for (const [strip, group] of strips) {
      if (budget.left <= 0) return false
      budget.left -= group.length
      const stem = word.slice(0, word.length - length) + strip
      const fitting = group.filter((suffix) => isApplicable(suffix, stem))
      if (fitting.length && found(stem, fitting)) return true
    }
  }
  return false
}

const isApplicable = ({ matches }: Affix, stem: string) =>
  stem !== '' && (!matches || matches.test(stem))
