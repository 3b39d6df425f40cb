import type { Readable } from 'node:stream'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { sql } from '../../kernel/db/sql.ts'
import { readBytes } from '../../kernel/http/read-json.ts'
import { MAX_TMX_BYTES, type MemoryImportResult } from '../contract.ts'
import { readTmxFile, type EncodedUnits } from './tasks/units.ts'

const UPLOAD_TIMEOUT_SECONDS = 110
/** The largest file has about 250,000 pairs. */
const READ_SECONDS = 60

const readTmxTask = task(new URL('./tasks/units.ts', import.meta.url), readTmxFile)

/** Reads the file in a worker thread. No transaction is open meanwhile. */
export async function readTmxBody(
  compute: Compute,
  body: Readable,
  { studio, by }: { studio: string; by: string },
): Promise<EncodedUnits> {
  const bytes = await readBytes(body, MAX_TMX_BYTES, UPLOAD_TIMEOUT_SECONDS)
  return compute.run(readTmxTask, { bytes, studio }, { client: by, seconds: READ_SECONDS })
}

/** Imports the whole file in one transaction. Pairs that are already stored stay as they are. */
export async function importUnits(
  tx: Tx,
  { studio, units, by }: { studio: string; units: EncodedUnits; by: string },
): Promise<MemoryImportResult> {
  // One import per studio at a time: two imports of the same lines would deadlock.
  await lockForTransaction(tx, LOCKS.memoryImport, studio)
  let inserted = 0
  for (const batch of units.batches) inserted += await insertNewUnits(tx, { studio, by, batch })
  return { read: units.count, new: inserted, known: units.count - inserted }
}

async function insertNewUnits(
  tx: Tx,
  { studio, batch, by }: { studio: string; batch: Uint8Array; by: string },
): Promise<number> {
  const { rowCount } = await sql`
    insert into memory_unit (
      studio_id, source_language, language, source, target,
      source_key, before_key, after_key, minhashes, origin, approved_by
    )
    select ${studio}, pair."sourceLanguage", pair.language, pair.source, pair.target,
      pair.key, pair.before, pair.after, pair.minhashes, 'import', ${by}
    from jsonb_to_recordset(convert_from(${batch}::bytea, 'UTF8')::jsonb) as pair (
      "sourceLanguage" text, language text, source text, target text,
      key text, before text, after text, minhashes int[]
    )
    where not exists (
      select from memory_unit m
      where m.studio_id = ${studio}
        and m.source_language = pair."sourceLanguage" and m.language = pair.language
        and md5(m.source_key) = md5(pair.key)
        and m.source = pair.source and m.target = pair.target
    )
    on conflict (studio_id, source_language, language, md5(source), md5(target))
      where origin = 'import' do nothing`.execute(tx)
  return rowCount ?? 0
}
