import type { FastifyRequest } from 'fastify'
import { insertDownloads, listUnrecorded } from '../../downloads/commands.ts'
import { auditEntry } from '../../kernel/audit/entry.ts'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { downloadArchive } from '../contract.ts'

/** Records one download for each file, before the first byte is sent. */
export async function recordArchive(
  tx: Tx,
  {
    files,
    guest,
    isResumed,
    budget,
    request,
  }: {
    files: string[]
    guest: Caller
    isResumed: boolean
    budget: number
    request: Pick<FastifyRequest, 'id' | 'ip'>
  },
): Promise<void> {
  const share = guest.share!.id
  const unrecorded = isResumed ? await listUnrecorded(tx, guest, files) : files
  if (unrecorded.length === 0) return
  await insertDownloads(tx, { files: unrecorded, by: guest, budget, share })
  const entry = auditEntry(
    {
      endpoint: downloadArchive,
      person: guest,
      params: { id: share },
      query: {},
      body: undefined,
      request: request.id,
      address: request.ip,
    },
    { studio: guest.studios[0] },
  )
  await recordAudit(tx, entry)
}
