import { serviceViewer } from '../../access/queries/viewers.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { listAllComments } from '../../offlines/queries/comments.ts'
import type { StoredOfflineComment } from '../../offlines/rules/comments.ts'
import { getSharedPage } from './shared.ts'

/** Only the guest's own threads: what others say about the film is not for outsiders. */
export async function listSharedComments(db: Db, guest: Caller): Promise<StoredOfflineComment[]> {
  const page = await getSharedPage(db, guest)
  if (page.kind !== 'offline' || page.files.length === 0) return []
  const comments = await listAllComments(db, serviceViewer, page.subject!)
  const own = new Set(
    comments
      .filter(({ replyTo, from }) => replyTo === null && from._id === guest._id)
      .map(({ _id }) => _id),
  )
  return comments.filter(({ thread, removed }) => own.has(thread) && !removed)
}
