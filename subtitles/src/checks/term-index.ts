// Finds project terms in the source text.
import { groupBy } from '../group-by.ts'

/** `forbidden` are translations that must not be used. */
export type Term = { source: string; target: string; forbidden?: readonly string[] }
export type ListedTerm = Term & { list: 'NAME' | 'TERM' | 'DATE' }
type IndexedTerm = { term: ListedTerm; sought: string }
/**
 * Indexed by first word: a project has hundreds of names to find in ten thousand lines. `loose`
 * holds terms in scripts without word spaces.
 */
export type TermIndex = {
  byWord: ReadonlyMap<string, readonly IndexedTerm[]>
  loose: readonly IndexedTerm[]
}

export function buildTermIndex(terms: readonly ListedTerm[]): TermIndex {
  const sought = terms
    .map((term) => ({ term, sought: foldText(term.source).trim() }))
    .filter((one) => one.sought)
    .toSorted((one, other) => other.sought.length - one.sought.length)
  const byWord = groupBy(sought, (one) => firstWord(one.sought))
  const loose = byWord.get(undefined) ?? []
  byWord.delete(undefined)
  return { byWord: byWord as Map<string, IndexedTerm[]>, loose }
}

/** The terms that occur in the source. Where terms overlap, the longest wins. */
export function findTerms({ byWord, loose }: TermIndex, source: string): ListedTerm[] {
  if (!source || byWord.size + loose.length === 0) return []
  const folded = foldText(source)
  const spoken = new Set(
    loose.filter(({ sought }) => folded.includes(sought)).map(({ term }) => term),
  )
  if (!folded.match(WORD)?.some((word) => byWord.has(word))) return [...spoken]
  const words = new RegExp(WORD)
  for (let word = words.exec(folded); word; word = words.exec(folded)) {
    const { 0: first, index } = word
    const found = byWord.get(first)?.find((one) => isAt(one, folded, index, source))
    if (!found) continue
    spoken.add(found.term)
    words.lastIndex = index + found.sought.length
  }
  return [...spoken]
}

/** A term may be broken across lines, with or without a space. */
export const containsTerm = (text: string, wanted: string): boolean =>
  foldText(text).includes(foldText(wanted)) ||
  foldText(text.replaceAll('\n', '')).includes(foldText(wanted))

/**
 * Folds case, invisible characters and space variants for comparison. Most texts need no folding,
 * which one test shows.
 */
export function foldText(text: string): string {
  const folded = text.normalize('NFC').toLowerCase()
  return UNEVEN.test(folded)
    ? folded
        .replace(/[\u00ad\u200b-\u200f\u2060-\u2069]/g, '')
        .replace(/[\n\u00a0\u202f]/g, ' ')
        .replace(/[‘’]/g, "'")
    : folded
}

const UNEVEN = /[\n\u00a0\u00ad\u200b-\u200f\u2018\u2019\u202f\u2060-\u2069]/
const WORD = /[\p{L}\p{N}]+/gu
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const firstWord = (sought: string) =>
  UNPARTED.test(sought) ? undefined : /^[\p{L}\p{N}]+/u.exec(sought)?.[0]

/** A name matches only as written or in capitals: Will, but not will. */
function isAt(
  { term, sought }: IndexedTerm,
  folded: string,
  index: number,
  source: string,
): boolean {
  if (
    !folded.startsWith(sought, index) ||
    /^[\p{L}\p{N}]/u.test(folded.slice(index + sought.length, index + sought.length + 2))
  )
    return false
  const written =
    folded.length === source.length ? source.slice(index, index + sought.length) : source
  return (
    term.list !== 'NAME' ||
    written.includes(term.source) ||
    written.includes(term.source.toUpperCase())
  )
}
