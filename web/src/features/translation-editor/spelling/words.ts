// The misspelled words of lines, found in the browser among those that the service looked up.
import type { spelling } from '@reelay/api/contract'
import { plainText, readMarkup, writeMarkup } from '@reelay/subtitles'
import { findMisspelledIn, replaceInRow } from '@reelay/subtitles/checks'
import { findWords, WORD, type TextWord } from '@reelay/subtitles/spelling'
import type { Finding, Findings } from '../checks/checks.ts'
import type { EditorLine } from '../model/draft.ts'

/** Words that the service knows are null. It could not check `unchecked` ones. */
export type LookedUp = ReadonlyMap<string, readonly string[] | null | 'unchecked'>

/**
 * What an answer says about the words. After an incomplete check, a word without a finding may be
 * wrong, so it is asked for again unless nobody can tell.
 */
export function resultsOf(
  words: readonly string[],
  { state, words: misspelled }: Pick<spelling.SpellingResult, 'state' | 'words'>,
  hasGivenUp = false,
): LookedUp {
  const found = new Map(misspelled.map(({ word, suggestions }) => [word, suggestions]))
  if (state === 'incomplete' && !hasGivenUp) return found
  const other = state === 'incomplete' ? ('unchecked' as const) : null
  return new Map(words.map((word) => [word, found.get(word) ?? other]))
}

const textOf = ({ text }: Pick<EditorLine, 'text'>) => plainText(text).normalize('NFC')

/** The words that the service has not looked up yet, each once. */
export function newWords(
  lines: readonly Pick<EditorLine, 'text'>[],
  lookedUp: LookedUp,
  limit: number,
): string[] {
  const words = new Set<string>()
  for (const line of lines)
    for (const { word } of findWords(textOf(line))) {
      if (!lookedUp.has(word)) words.add(word)
      if (words.size === limit) return [...words]
    }
  return [...words]
}

const misspelledOf = (lookedUp: LookedUp) =>
  new Map(
    [...lookedUp].flatMap(([word, found]): [string, readonly string[]][] =>
      found && found !== 'unchecked' ? [[word, found]] : [],
    ),
  )

/** The misspelled words of one text with markup. */
export const misspelledWordsIn = (text: string, lookedUp: LookedUp) =>
  findMisspelledIn(textOf({ text }), misspelledOf(lookedUp))?.words ?? []

/** Adds the finding of each line with a misspelled word to the other findings. */
export function withSpelling(
  findings: Findings,
  lines: readonly EditorLine[],
  { lookedUp, severity }: { lookedUp: LookedUp; severity: Finding['severity'] | 'off' },
): Findings {
  const misspelled = misspelledOf(lookedUp)
  if (misspelled.size === 0 || severity === 'off') return findings
  const all = new Map(findings)
  for (const [index, line] of lines.entries()) {
    const found = findMisspelledIn(textOf(line), misspelled)
    if (!found) continue
    const { value, limit, message, words = [] } = found
    const finding = { rule: 'SPELLING' as const, severity, line: index + 1, value, limit, message }
    all.set(line._id, [...(findings.get(line._id) ?? []), { ...finding, words }])
  }
  return all
}

export const misspelledIn = (findings: readonly Finding[] | undefined): ReadonlySet<string> =>
  new Set(findings?.flatMap(({ words = [] }) => words.map(({ word }) => word)))

/** Where the misspelled words are in a text. */
export const positionsOf = (text: string, misspelled: ReadonlySet<string>): TextWord[] =>
  misspelled.size === 0 ? [] : findWords(text).filter(({ word }) => misspelled.has(word))

/** Replaces the word wherever it is in the line. Styles stay as they are. */
export function replaceWord(markup: string, word: string, by: string): string {
  const parsed = readMarkup(markup)
  if (!parsed.ok) return markup
  return writeMarkup(
    parsed.rows.map((row) => replaceInRow(row, WORD, ([found]) => (found === word ? by : found))),
  )
}
