import type { ZonedViewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { etagOf, etagWithView, withEtag } from '../../kernel/http/etag.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assembleWorkRequests } from './assemble.ts'

export async function getWorkRequest(
  db: Db,
  viewer: ZonedViewer,
  id: string,
): Promise<StoredWorkRequest> {
  const [request] = await assembleWorkRequests(db, viewer, [id], { withLines: true })
  if (!request) throw notFound('work request')
  return withWorkRequestEtag(request)
}

/**
 * The progress of an encode is not part of the ETag. The reader's view of the asset is added to it,
 * because it differs between readers.
 */
export function withWorkRequestEtag(record: StoredWorkRequest): StoredWorkRequest {
  const { assetView, poster: _poster, ...request } = record
  const encodes = request.encodes.map(({ progress: _progress, ...encode }) => encode)
  return withEtag(record, etagWithView(etagOf({ ...request, encodes }), assetView))
}

export const lockWorkRequest = (tx: Tx, id: string) => lockRow(tx, 'work_request', id)
