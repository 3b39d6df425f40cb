import { serviceViewer } from '../../access/queries/viewers.ts'
import { recordUpload, rejectMismatch } from '../../files/commands.ts'
import { getFile } from '../../files/queries.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Digests, Storage } from '../../kernel/storage/storage.ts'
import { findUploadState } from '../queries.ts'
import { saveDigests } from './lease.ts'

export type UploadStores = { db: Db; storage: Storage; intake: Intake }

/**
 * Runs when all bytes are there: computes missing digests, publishes the object and records it. It
 * is idempotent and can be resumed after a crash, so it needs no lease. `digests` are those of a
 * session that received every byte.
 */
export async function finishUpload(
  { db, storage, intake }: UploadStores,
  id: string,
  digests?: Digests,
): Promise<void> {
  const upload = await findUploadState(db, id)
  if (!upload || upload.published) return
  if (upload.error) throw new Problem(422, upload.error.code, upload.error.detail)
  const measured =
    upload.digests ??
    digests ??
    (await intake.digestSaved(id, upload.saved, { md5: upload.needsMd5 }))
  await saveDigests(db, { id, digests: measured })
  try {
    rejectMismatch(await getFile(db, serviceViewer, upload.file), {
      ...measured,
      length: upload.length,
    })
    const received = await intake.publish(id, upload.saved, measured)
    await inTransaction(db, async (tx) => {
      await recordUpload(tx, { id: upload.file, received, by: upload.person })
      await sql`update upload set published_at = now() where id = ${id}`.execute(tx)
    })
  } catch (error) {
    if (!isRejection(error)) throw error
    const reason = JSON.stringify({ code: error.code, detail: error.message })
    await sql`update upload set error = ${reason} where id = ${id}`.execute(db)
    await storage.discard(id)
    throw error
  }
  await storage.discard(id)
}

/** Longer than a request usually takes to finish the upload itself. */
const FINISH_AFTER_SECONDS = 15

/** For the case that the request that received the last byte does not finish the upload. */
export const planFinish = (tx: Tx, upload: string): Promise<void> =>
  enqueue(tx, 'finish-upload', { upload }, { inSeconds: FINISH_AFTER_SECONDS })

/** The content was rejected. Another attempt would not help. */
export const isRejection = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500
