import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { etagOf } from '../../kernel/http/etag.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { presentWorkRequest } from '../rules/present.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { insertLines } from './tasks.ts'

const insertLinesTask = task(new URL('./tasks.ts', import.meta.url), insertLines)

/** Very many lines are added to the reply in a worker thread, and are never part of the record. */
export async function withManyLines(
  { db, compute, view }: { db: Db; compute: Compute; view: ReplyContext },
  request: StoredWorkRequest,
): Promise<StoredWorkRequest | JsonReply> {
  const load = async ({ manyLines }: StoredWorkRequest['translation']) =>
    manyLines ? (await loadLineTexts(db, manyLines.textTrack)).lines : undefined
  const [dialogue, graphics] = [
    await load(request.translation),
    await load(request.graphicsTranslation),
  ]
  if (!dialogue && !graphics) return request
  const reply = presentWorkRequest(request, view)
  const { bytes } = await compute.run(
    insertLinesTask,
    { json: JSON.stringify(reply), dialogue, graphics },
    { client: view.person._id },
  )
  return new JsonReply({ bytes, etag: etagOf(request), location: reply.$links.self })
}
