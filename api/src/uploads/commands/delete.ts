import type { UploadStores } from './finish.ts'

/** The row goes first: bytes without a row are cleaned up later, a row without bytes is broken. */
export async function deleteUpload(
  { db, storage }: Pick<UploadStores, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
  await storage.discard(id)
}
