import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { presentSpelling, type Speller, type Spelling } from '../../spelling/commands/speller.ts'
import type { SpellingResult } from '../../spelling/contract.ts'
import { loadAllowedWords, loadStudioWords } from '../../spelling/queries/words.ts'
import type { CheckOptions } from '@reelay/subtitles/checks'
import { getTranslation } from '../queries.ts'
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
  const { language, studio, asset } = await getTranslation(db, viewerOf(by), id)
  const allowed = await loadAllowedWords(db, { studio, asset, language })
  return presentSpelling(await speller.checkWords({ language, words, allowed, client: by._id }))
}

/** Names and terms in both languages: many are kept. */
const termsOf = ({ names = [], glossary = [] }: Pick<CheckOptions, 'names' | 'glossary'>) =>
  [...names, ...glossary].flatMap(({ source, target = '' }) => [source, target])
