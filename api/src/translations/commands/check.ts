import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import type { Speller } from '../../spelling/commands/speller.ts'
import { getTranslation } from '../queries.ts'
import { loadCheckInput } from './check-input.ts'
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
