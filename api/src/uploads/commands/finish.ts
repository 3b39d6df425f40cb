import { sql } from 'kysely'
import { serviceViewer } from '../../access/queries/visibility.ts'
import { recordUpload, rejectMismatch } from '../../files/commands.ts'
import { getFile } from '../../files/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Digests, Storage } from '../../kernel/storage/storage.ts'
import { findUploadState } from '../queries.ts'
import { saveDigests } from './lease.ts'

export type UploadStores = { db: Db; storage: Storage; intake: Intake }

/**
 * All bytes are here: measure what nobody measured, give them their place, say so. Whoever is
 * killed in between leaves what the next one needs,
 * and done twice it is done once, so it takes no hold. `digests` come from who saw every byte.
 */
export async function finishUpload(
  { db, storage, intake }: UploadStores,
  id: string,
  digests?: Digests,
): Promise<void> {
  const upload = await findUploadState(db, id)
  if (!upload || upload.published) return
  if (upload.fault) throw new Problem(422, upload.fault.code, upload.fault.detail)
  const measured = upload.digests ?? digests ?? (await intake.digestSaved(id, upload.kept))
  await saveDigests(db, { id, digests: measured })
  try {
    rejectMismatch(await getFile(db, serviceViewer, upload.file), {
      ...measured,
      length: upload.length,
    })
    const received = await intake.publish(id, upload.kept, measured)
    await inTransaction(db, async (tx) => {
      await recordUpload(tx, { id: upload.file, received, by: upload.person })
      await sql`update upload set published_at = now() where id = ${id}`.execute(tx)
    })
  } catch (error) {
    if (!isFinal(error)) throw error
    await sql`update upload set fault = ${JSON.stringify({ code: error.code, detail: error.message })} where id = ${id}`.execute(
      db,
    )
    await storage.discard(id)
    throw error
  }
  await storage.discard(id)
}

/** The bytes are not wanted, and sending them again would not change that. */
const isFinal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500
