// Work requests inside other records, such as events, from prepared replies (docs/decisions/0086).
import { sql, type RawBuilder } from 'kysely'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import {
  embeddedDocument,
  fillDocument,
  storeDocuments,
  variantOf,
  type StoredDocument,
} from '../../kernel/http/documents.ts'
import type { WorkRequest } from '../contract.ts'
import { presentWorkRequest } from '../rules/present.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { workRequestRow } from './document.ts'
import { workRequestJson } from './work-requests.ts'

/** `db` states the caller. `system` prepares replies, also those that contain more than they see. */
export type EmbeddingContext = { db: Db; system: Db; view: View }
/** The id of a work request, and its prepared reply if there is one. */
export type EmbeddedRequest = { id: string; document: StoredDocument | null }

/** Whether the caller can see everything in a prepared reply. Others get assembled requests. */
export const readsPrepared = ({ isAdmin, scope, memberships }: Caller): boolean =>
  !scope?.project && (isAdmin || memberships.some(({ roles }) => roles.some(isOfStudio)))

const isOfStudio = (role: string) => ['studio', 'service', 'territory', 'vendor'].includes(role)

/** `EmbeddedRequest`, or null without an id. */
export const embeddedRequest = (view: View, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${id} is not null then json_build_object(
    'id', ${id}, 'document', ${embeddedDocument(workRequestRow, id, variantOf(view))}) end`

/**
 * The work requests as the reader sees them, by their ids. Requests without a prepared reply get one;
 * those of which the reader does not see everything are assembled, all in one statement.
 */
export async function presentEmbedded(
  context: EmbeddingContext,
  requests: readonly EmbeddedRequest[],
): Promise<Map<string, WorkRequest>> {
  const known = new Map(requests.map(({ id, document }) => [id, document]))
  const missing = [...known].flatMap(([id, document]) => (document ? [] : [id]))
  if (missing.length > 0)
    for (const { id, document } of await prepareMissing(context, missing)) known.set(id, document)
  const found = new Map<string, WorkRequest>()
  for (const [id, document] of known) {
    const filled = document && fillDocument(workRequestRow, document, context.view)
    if (filled) found.set(id, JSON.parse(filled.text) as WorkRequest)
  }
  const rest = [...known.keys()].filter((id) => !found.has(id))
  if (rest.length > 0)
    for (const stored of await assemble(context, rest))
      found.set(stored._id, presentWorkRequest(stored, context.view))
  return found
}

/**
 * A reply that is prepared may be hidden from the caller. New ones are read again as the caller, so
 * that row-level security decides about them too.
 */
async function prepareMissing(
  { db, system, view }: EmbeddingContext,
  ids: readonly string[],
): Promise<EmbeddedRequest[]> {
  const { rows: unprepared } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::text[]) wanted (id)
    where ${embeddedDocument(workRequestRow, sql`wanted.id`, variantOf(view))} is null`.execute(
    system,
  )
  if (unprepared.length === 0) return []
  const built = await workRequestRow.build(
    system,
    unprepared.map(({ id }) => id),
    view,
  )
  if (built.size === 0) return []
  await storeDocuments(system, { ...workRequestRow, variant: variantOf(view) }, built)
  const { rows } = await sql<{ embedded: EmbeddedRequest }>`
    select ${embeddedRequest(view, sql`wanted.id`)} as embedded
    from unnest(${[...built.keys()]}::text[]) wanted (id)`.execute(db)
  return rows.map(({ embedded }) => embedded)
}

async function assemble(
  { db, view }: EmbeddingContext,
  ids: readonly string[],
): Promise<StoredWorkRequest[]> {
  const { rows } = await sql<{ request: StoredWorkRequest | null }>`
    select ${workRequestJson(viewerOf(view.person), sql`wanted.id`)} as request
    from unnest(${ids}::text[]) wanted (id)`.execute(db)
  return rows.flatMap(({ request }) => request ?? [])
}
