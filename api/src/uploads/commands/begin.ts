import type { Caller } from '../../kernel/http/contract/caller.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { conflict, invalid } from '../../kernel/http/contract/problem.ts'
import { rejectForeignFile } from '../../files/commands.ts'
import { getFile } from '../../files/queries.ts'
import { planFinish } from './finish.ts'

/** Rejects before the first byte what would fail at the end. */
export async function beginUpload(
  tx: Tx,
  {
    file,
    length,
    metadata,
    by,
  }: { file: string; length: number; metadata: Record<string, string | null>; by: Caller },
): Promise<string> {
  const current = await getFile(tx, viewerOf(by), file)
  rejectForeignFile(current, by)
  if (current.sha256)
    throw conflict(
      'file.content-exists',
      'This file already has content. Register a new file for other content.',
    )
  if (current.length !== null && current.length !== length)
    throw invalid(
      'file.mismatch',
      `The length does not match: ${length} bytes announced, ${current.length} declared.`,
    )
  const { rows } = await sql<{ id: string }>`insert into upload ${sql.values({
    file_id: file,
    studio_id: current.studio,
    person_id: by._id,
    length,
    metadata: JSON.stringify(metadata),
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  if (length === 0) await planFinish(tx, id)
  return id
}
