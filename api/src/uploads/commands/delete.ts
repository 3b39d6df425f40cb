import type { UploadStores } from './finish.ts'

/**
 * First the record: bytes without one are swept, a record without bytes would promise what is gone.
 */
export async function deleteUpload(
  { db, storage }: Pick<UploadStores, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
  await storage.discard(id)
}
