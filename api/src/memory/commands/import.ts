import type { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { readBytes } from '../../kernel/http/read-json.ts'
import { Problem, invalid } from '../../kernel/http/contract/problem.ts'
import { decodeXml } from '@reelay/subtitles/xml'
import { MAX_TMX_BYTES, type MemoryImportResult } from '../contract.ts'
import { markupKey } from '../rules/key.ts'
import { minhashSignature } from '../rules/minhash.ts'
import { readTmx, type TranslationPair } from '../rules/tmx-read.ts'

const SECONDS_TO_ARRIVE = 110
const ENTRIES_IN_ONE_GO = 500

/**
 * All pairs of a TMX file, or a problem that says where it is at fault. No transaction is open
 * meanwhile, and others are served in between.
 */
export async function readTmxBody(body: Readable): Promise<TranslationPair[]> {
  const pairs: TranslationPair[] = []
  let entries = 0
  for (const step of readTmx(decodeTmx(await readBytes(body, MAX_TMX_BYTES, SECONDS_TO_ARRIVE)))) {
    if (step.kind === 'error')
      throw new Problem(
        422,
        'tmx.invalid',
        `Line ${step.error.line}, column ${step.error.column}: the file ${step.error.message}.`,
        { errors: [step.error] },
      )
    pairs.push(...step.pairs)
    if (++entries % ENTRIES_IN_ONE_GO === 0) await others()
  }
  return pairs
}

function decodeTmx(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes)
  if (!decoded.ok)
    throw invalid(
      'tmx.encoding',
      `Line ${decoded.error.line}, column ${decoded.error.column}: the file ${decoded.error.message}. Write it as UTF-8 or UTF-16.`,
    )
  return decoded.source
}

const PAIRS_IN_ONE_STATEMENT = 1000

/**
 * All in one transaction: a file is taken in as a whole. What the memory knows in the same words
 * stays as it is.
 */
export async function importPairs(
  tx: Tx,
  { studio, pairs, by }: { studio: string; pairs: readonly TranslationPair[]; by: string },
): Promise<MemoryImportResult> {
  // One import of a studio at a time: two with the same lines would wait for each other in turn.
  await lockForTransaction(tx, LOCKS.memoryImport, studio)
  let fresh = 0
  for (let at = 0; at < pairs.length; at += PAIRS_IN_ONE_STATEMENT)
    fresh += await insertNewUnits(tx, {
      studio,
      by,
      pairs: pairs.slice(at, at + PAIRS_IN_ONE_STATEMENT),
    })
  return { read: pairs.length, new: fresh, known: pairs.length - fresh }
}

async function insertNewUnits(
  tx: Tx,
  { studio, pairs, by }: { studio: string; pairs: readonly TranslationPair[]; by: string },
): Promise<number> {
  const column = (name: keyof TranslationPair) => pairs.map((pair) => pair[name])
  const keys = pairs.map(({ source }) => markupKey(source))
  const nears = pairs.map(
    ({ sourceLanguage, language }, at) =>
      `{${minhashSignature({ studio, sourceLanguage, language }, keys[at]!).join()}}`,
  )
  const { numAffectedRows } = await sql`
    insert into memory_unit (studio_id, source_language, language, source, target, source_key, before_key, after_key, minhashes, origin, approved_by)
    select ${studio}, pair.source_language, pair.language, pair.source, pair.target, pair.key, pair.before, pair.after, pair.near::int[], 'import', ${by}
    from unnest(${column('sourceLanguage')}::text[], ${column('language')}::text[], ${column('source')}::text[], ${column('target')}::text[],
      ${keys}::text[], ${column('before')}::text[], ${column('after')}::text[], ${nears}::text[]) as pair (source_language, language, source, target, key, before, after, near)
    where not exists (
      select from memory_unit m where m.studio_id = ${studio} and m.source_language = pair.source_language and m.language = pair.language
        and md5(m.source_key) = md5(pair.key) and m.source = pair.source and m.target = pair.target)
    on conflict (studio_id, source_language, language, md5(source), md5(target)) where origin = 'import' do nothing`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
