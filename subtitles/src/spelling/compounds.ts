// Words that consist of several words, as in German and Dutch.
import type { CompoundPattern } from './affix-file.ts'
import { entriesOf, hasForm, type LookupBudget, type Form, type Lexicon } from './forms.ts'

type Place = 'BEGIN' | 'MIDDLE' | 'END'
/** A part with its flags, which patterns for neighbours name. */
type Part = { text: string; form: Form }

const MAX_PARTS = 8

/**
 * Whether the word is a compound. Each position is examined once, so the cost grows with the square
 * of the length.
 */
export function isCompound(lexicon: Lexicon, word: string, budget: LookupBudget): boolean {
  const { special, compoundRules } = lexicon.affixes
  return (
    (isSpecial(special) && canEnd(lexicon, word, budget)) ||
    (compoundRules.length > 0 && followsRule(lexicon, word, budget))
  )
}

const isSpecial = (special: ReadonlyMap<string, string>) =>
  special.has('COMPOUNDFLAG') || special.has('COMPOUNDBEGIN')

function canEnd(lexicon: Lexicon, word: string, budget: LookupBudget): boolean {
  const { compoundMin } = lexicon.affixes
  /** The parts that end at a position, of every way to get there. */
  const endings = new Map<number, Part[]>()
  for (let from = 0; from < word.length; from++) {
    const before = endings.get(from)
    if (from > 0 && !before) continue
    for (let to = from + compoundMin; to <= word.length; to++) {
      if (budget.left <= 0) return false
      if ((from === 0 && to === word.length) || breaksSurrogate(word, to)) continue
      const place = from === 0 ? 'BEGIN' : to === word.length ? 'END' : 'MIDDLE'
      const part = findPart(lexicon, word.slice(from, to), { place, before }, budget)
      if (!part) continue
      if (to === word.length) return true
      endings.set(to, [...(endings.get(to) ?? []), part].slice(0, MAX_PARTS))
    }
  }
  return false
}

const breaksSurrogate = (word: string, at: number) => /[\uDC00-\uDFFF]/.test(word[at] ?? '')

function findPart(
  lexicon: Lexicon,
  text: string,
  { place, before }: { place: Place; before: readonly Part[] | undefined },
  budget: LookupBudget,
): Part | undefined {
  let part: Part | undefined
  const accepts = (form: Form) => {
    if (!mayStand(lexicon, form, place)) return false
    const next = { text, form }
    if (before && !before.some((one) => mayFollow(lexicon, one, next))) return false
    part = next
    return true
  }
  // The first letter of a part inside is small, also of a noun in German.
  const found =
    hasForm(lexicon, text, accepts, budget) ||
    (place !== 'BEGIN' && hasForm(lexicon, capitalize(text), accepts, budget))
  return found ? part : undefined
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Flags say where a word may stand. Affixes stand only at the ends, unless a flag permits more. */
function mayStand({ affixes: { special } }: Lexicon, form: Form, place: Place): boolean {
  const has = (name: string) => hasFlag(form, special.get(name))
  if (has('FORBIDDENWORD') || has('COMPOUNDFORBIDFLAG')) return false
  if (!has('COMPOUNDFLAG') && !has(`COMPOUND${place}`)) return false
  if (hasAffixFlag(form, special.get('NEEDAFFIX'))) return false
  if (!form.suffix && !form.prefix && hasOwnFlag(form, special.get('NEEDAFFIX'))) return false
  const permit = special.get('COMPOUNDPERMITFLAG')
  const isPermitted = (affix: Form['suffix']) => permit !== undefined && affix?.flags.has(permit)
  if (form.suffix && place !== 'END' && !isPermitted(form.suffix)) return false
  return !(form.prefix && place !== 'BEGIN' && !isPermitted(form.prefix))
}

const hasOwnFlag = ({ flags }: Form, flag: string | undefined) =>
  flag !== undefined && flags.has(flag)
const hasAffixFlag = ({ prefix, suffix }: Form, flag: string | undefined) =>
  flag !== undefined && (prefix?.flags.has(flag) || suffix?.flags.has(flag)) === true
const hasFlag = (form: Form, flag: string | undefined) =>
  hasOwnFlag(form, flag) || hasAffixFlag(form, flag)

function mayFollow({ affixes }: Lexicon, before: Part, after: Part): boolean {
  const { checks, compoundPatterns } = affixes
  const [end, start] = [before.text.at(-1)!, after.text[0]!]
  if (checks.duplicate && before.text === after.text) return false
  if (checks.case && start !== start.toLowerCase() && end !== '-') return false
  if (checks.triple && `${before.text.slice(-2)}${start}` === start.repeat(3)) return false
  return !compoundPatterns.some((pattern) => isPattern(pattern, before, after))
}

const isPattern = (pattern: CompoundPattern, before: Part, after: Part) =>
  before.text.endsWith(pattern.end) &&
  after.text.startsWith(pattern.start) &&
  (!pattern.endFlag || hasFlag(before.form, pattern.endFlag)) &&
  (!pattern.startFlag || hasFlag(after.form, pattern.startFlag))

/** Rules such as numerals: words of the list whose flags follow a pattern. */
function followsRule(lexicon: Lexicon, word: string, budget: LookupBudget): boolean {
  const { compoundRules, compoundRuleFlags, compoundMin } = lexicon.affixes
  const search = (from: number, flags: string, parts: number): boolean => {
    if (from === word.length) return parts > 1 && compoundRules.some((rule) => rule.test(flags))
    if (parts === MAX_PARTS) return false
    for (let to = from + compoundMin; to <= word.length; to++) {
      if (budget.left <= 0) return false
      for (const own of entriesOf(lexicon, word.slice(from, to), budget))
        for (const flag of own)
          if (compoundRuleFlags.has(flag) && search(to, `${flags}${flag} `, parts + 1)) return true
    }
    return false
  }
  return search(0, '', 0)
}
