import { sql } from '../../kernel/db/sql.ts'
import type { UploadStores } from './finish.ts'

/** The row goes first: bytes without a row are cleaned up later, a row without bytes is broken. */
export async function deleteUpload(
  { db, storage }: Pick<UploadStores, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await sql`delete from upload where id = ${id}`.execute(db)
  await storage.discard(id)
}
