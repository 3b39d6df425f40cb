import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { createPause } from '../../kernel/compute/pause.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { readBytes } from '../../kernel/http/read-json.ts'
import { Problem, invalid } from '../../kernel/http/contract/problem.ts'
import { decodeXml } from '@reelay/subtitles/xml'
import { MAX_TMX_BYTES, type MemoryImportResult } from '../contract.ts'
import { markupKey } from '../rules/key.ts'
import { minhashSignature } from '../rules/minhash.ts'
import { readTmx, type TranslationPair } from '../rules/tmx-read.ts'

const UPLOAD_TIMEOUT_SECONDS = 110

/**
 * Reads all pairs of a TMX file, or reports where it is invalid. Yields to other requests, and no
 * transaction is open meanwhile.
 */
export async function readTmxBody(body: Readable): Promise<TranslationPair[]> {
  const pairs: TranslationPair[] = []
  const pause = createPause()
  for (const step of readTmx(
    decodeTmx(await readBytes(body, MAX_TMX_BYTES, UPLOAD_TIMEOUT_SECONDS)),
  )) {
    if (step.kind === 'error')
      throw new Problem(
        422,
        'tmx.invalid',
        `Line ${step.error.line}, column ${step.error.column}: the file ${step.error.message}.`,
        { errors: [step.error] },
      )
    pairs.push(...step.pairs)
    await pause()
  }
  return pairs
}

function decodeTmx(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes)
  if (!decoded.ok) {
    const { line, column, message } = decoded.error
    throw invalid(
      'tmx.encoding',
      `Line ${line}, column ${column}: the file ${message}. Save it as UTF-8 or UTF-16.`,
    )
  }
  return decoded.source
}

const PAIRS_PER_STATEMENT = 1000

/** Imports the whole file in one transaction. Pairs that are already stored stay as they are. */
export async function importPairs(
  tx: Tx,
  { studio, pairs, by }: { studio: string; pairs: readonly TranslationPair[]; by: string },
): Promise<MemoryImportResult> {
  // One import per studio at a time: two imports of the same lines would deadlock.
  await lockForTransaction(tx, LOCKS.memoryImport, studio)
  let inserted = 0
  for (let at = 0; at < pairs.length; at += PAIRS_PER_STATEMENT)
    inserted += await insertNewUnits(tx, {
      studio,
      by,
      pairs: pairs.slice(at, at + PAIRS_PER_STATEMENT),
    })
  return { read: pairs.length, new: inserted, known: pairs.length - inserted }
}

async function insertNewUnits(
  tx: Tx,
  { studio, pairs, by }: { studio: string; pairs: readonly TranslationPair[]; by: string },
): Promise<number> {
  const column = (name: keyof TranslationPair) => pairs.map((pair) => pair[name])
  const keys = pairs.map(({ source }) => markupKey(source))
  const minhashes = pairs.map(
    ({ sourceLanguage, language }, index) =>
      `{${minhashSignature({ studio, sourceLanguage, language }, keys[index]!).join()}}`,
  )
  const { numAffectedRows } = await sql`
    insert into memory_unit (
      studio_id, source_language, language, source, target,
      source_key, before_key, after_key, minhashes, origin, approved_by
    )
    select ${studio}, pair.source_language, pair.language, pair.source, pair.target,
      pair.key, pair.before, pair.after, pair.minhashes::int[], 'import', ${by}
    from unnest(
      ${column('sourceLanguage')}::text[], ${column('language')}::text[],
      ${column('source')}::text[], ${column('target')}::text[], ${keys}::text[],
      ${column('before')}::text[], ${column('after')}::text[], ${minhashes}::text[]
    ) as pair (source_language, language, source, target, key, before, after, minhashes)
    where not exists (
      select from memory_unit m
      where m.studio_id = ${studio}
        and m.source_language = pair.source_language and m.language = pair.language
        and md5(m.source_key) = md5(pair.key)
        and m.source = pair.source and m.target = pair.target
    )
    on conflict (studio_id, source_language, language, md5(source), md5(target))
      where origin = 'import' do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
