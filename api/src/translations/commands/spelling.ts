import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { loadCheckTerms } from '../../memory/queries/terms.ts'
import type { Speller, Spelling } from '../../spelling/commands/speller.ts'
import { loadStudioWords } from '../../spelling/queries/words.ts'
import type { CheckOptions } from '@reelay/subtitles/checks'
import type { SpellingResult } from '../contract/spelling.ts'
import { getTranslation } from '../queries.ts'
import { projectOf } from '../queries/project.ts'
import type { StoredTranslation } from '../rules/translation.ts'

type Context = { db: Db; speller: Speller }

/** The misspelled words of the lines, which are JSON texts. */
export async function spellTranslation(
  { db, speller }: Context,
  {
    translation: { studio, language },
    options,
    lines,
    by,
  }: {
    translation: StoredTranslation
    options: CheckOptions
    lines: readonly string[]
    by: Caller
  },
): Promise<Spelling> {
  const allowed = [...termsOf(options), ...(await loadStudioWords(db, { studio, language }))]
  return speller.checkLines({ language, lines, allowed, client: by._id })
}

export async function checkSpelling(
  { db, speller }: Context,
  { id, words, by }: { id: string; words: readonly string[]; by: Caller },
): Promise<SpellingResult> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const { language, studio } = translation
  const project = await projectOf(db, translation.asset)
  const terms = await loadCheckTerms(db, { project, language })
  const allowed = [...termsOf(terms), ...(await loadStudioWords(db, { studio, language }))]
  const { state, misspelled } = await speller.checkWords({
    language,
    words,
    allowed,
    client: by._id,
  })
  return {
    state,
    words: [...misspelled].map(([word, suggestions]) => ({ word, suggestions: [...suggestions] })),
  }
}

/** Names and terms in both languages: many are kept. */
const termsOf = ({ names = [], glossary = [] }: Pick<CheckOptions, 'names' | 'glossary'>) =>
  [...names, ...glossary].flatMap(({ source, target = '' }) => [source, target])
