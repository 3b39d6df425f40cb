import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import { getStudio, lockStudio } from '../../studios/queries.ts'
import { countWords, getWord, lockWord } from '../queries/words.ts'
import type { StoredWord } from '../rules/present.ts'

/** All of them are sent to the check. */
const MAX_WORDS = 20_000

export async function addWord(
  tx: Tx,
  { studio, language, word, by }: { studio: string; language: string; word: string; by: Caller },
): Promise<StoredWord> {
  const { _id } = await getStudio(tx, viewerOf(by), studio)
  await lockStudio(tx, _id)
  if ((await countWords(tx, { studio: _id, language })) >= MAX_WORDS)
    throw conflict(
      'dictionary.full',
      `The dictionary of the studio has ${MAX_WORDS} words. Remove some.`,
    )
  const plain = word.normalize('NFC').replace(/[’ʼ]/g, "'")
  const { rows } = await sql<{ id: string }>`
    insert into studio_word (studio_id, language, word)
    values (${_id}, ${language}, ${plain})
    on conflict (studio_id, language, word) do update set word = excluded.word
    returning id`.execute(tx)
  return getWord(tx, viewerOf(by), { studio: _id, word: rows[0]!.id })
}

export async function removeWord(
  tx: Tx,
  {
    studio,
    word,
    by,
    checkPreconditions,
  }: { studio: string; word: string; by: Caller; checkPreconditions: PreconditionCheck },
) {
  await lockWord(tx, word)
  checkPreconditions(await getWord(tx, viewerOf(by), { studio, word }))
  await sql`delete from studio_word where id = ${word}`.execute(tx)
  return { _id: word, removed: true as const }
}
