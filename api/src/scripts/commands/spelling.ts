import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { presentSpelling, type Speller } from '../../spelling/commands/speller.ts'
import type { SpellingResult } from '../../spelling/contract.ts'
import { loadAllowedWords } from '../../spelling/queries/words.ts'
import type { ScriptSpelling } from '../contract.ts'
import { getScript } from '../queries.ts'
import { locateWords } from './tasks/spelling.ts'

const locateTask = task(new URL('./tasks/spelling.ts', import.meta.url), locateWords)

type Context = { db: Db; speller: Speller }

export async function checkScriptSpelling(
  { db, speller }: Context,
  { id, words, by }: { id: string; words: readonly string[]; by: Caller },
): Promise<SpellingResult> {
  const { language, studio, asset } = await getScript(db, viewerOf(by), id)
  const allowed = await loadAllowedWords(db, { studio, asset, language, isSource: true })
  return presentSpelling(await speller.checkWords({ language, words, allowed, client: by._id }))
}

export async function getScriptSpelling(
  { db, speller, compute }: Context & { compute: Compute },
  { id, by }: { id: string; by: Caller },
): Promise<ScriptSpelling> {
  const { language, studio, asset, textTrack } = await getScript(db, viewerOf(by), id)
  const allowed = await loadAllowedWords(db, { studio, asset, language, isSource: true })
  const { lines, size } = await loadLineTexts(db, textTrack)
  const input = { language, lines, allowed, client: by._id }
  const { state, misspelled } = await speller.checkLines(input)
  const located =
    misspelled.size > 0
      ? await compute.run(locateTask, { lines, misspelled }, { client: by._id, size })
      : []
  return { state, lines: located }
}
