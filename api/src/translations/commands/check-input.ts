import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import type { Speller } from '../../spelling/commands/speller.ts'
import { loadCheckOptions } from '../queries/check-options.ts'
import type { StoredTranslation } from '../rules/translation.ts'
import { spellTranslation } from './spelling.ts'

/** The lines of a translation, and the options and misspelled words to check them with. */
export async function loadCheckInput(
  { db, speller }: { db: Db; speller: Speller },
  translation: StoredTranslation,
  { by, profile }: { by: Caller; profile?: string | undefined },
) {
  const options = await loadCheckOptions(db, translation, by, profile)
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  const { state: spelling, misspelled } = await spellTranslation(
    { db, speller },
    { translation, options, lines, by },
  )
  return { lines, size, revision, spelling, options: { ...options, misspelled } }
}
