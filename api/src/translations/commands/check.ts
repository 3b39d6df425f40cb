import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import type { Speller } from '../../spelling/commands/speller.ts'
import { getTranslation } from '../queries.ts'
import { loadCheckOptions } from '../queries/check-options.ts'
import type { StoredTranslation } from '../rules/translation.ts'
import { spellTranslation } from './spelling.ts'
import { checkLines } from './tasks/checks.ts'

const checkTask = task(new URL('./tasks/checks.ts', import.meta.url), checkLines)

/** Checks a translation against the profile of the studio, or another profile. */
export async function checkTranslation(
  { db, compute, speller }: { db: Db; compute: Compute; speller: Speller },
  { id, by, profile }: { id: string; by: Caller; profile?: string | undefined },
): Promise<JsonReply> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const { lines, size, revision, spelling, options } = await loadCheckInput(
    { db, speller },
    translation,
    { by, profile },
  )
  const about = {
    profile: options.profile.name,
    revision,
    spelling,
    remarks: translation.remarks,
  }
  return new JsonReply(
    await compute.run(checkTask, { lines, options, about }, { client: by._id, size }),
  )
}

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
