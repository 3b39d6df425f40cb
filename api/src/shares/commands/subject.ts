// Finds what is to be shared. Nobody can share what they cannot see.
import {
  notEmbargoed,
  seesVendorOfFile,
  viewerOf,
  type ZonedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { getReferencedFile, type FileReference } from '../../access/queries/references.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem, conflict, invalid, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import { getOffline } from '../../offlines/queries/offlines.ts'
import { getPreview } from '../../previews/queries.ts'
import { getWorkRequest } from '../../workrequests/queries/work-requests.ts'
import type { NewShare } from '../contract.ts'
import type { ShareSubject } from './insert.ts'

export async function findSubject(
  tx: Tx,
  { kind, subject, files }: Pick<NewShare, 'kind' | 'subject' | 'files'>,
  by: Caller,
): Promise<ShareSubject> {
  const viewer = viewerOf(by)
  if (kind === 'files') return findSelection(tx, viewer, files ?? (await takeQueue(tx, by)))
  const id = idOf(subject!)
  return asReference(
    kind === 'delivery'
      ? findDelivery(tx, viewer, id)
      : kind === 'preview'
        ? findPreview(tx, viewer, id)
        : findOffline(tx, viewer, id),
    kind === 'delivery' ? 'work request' : kind,
  )
}

/** A record that the caller cannot see is an invalid reference in the body, not a missing page. */
async function asReference<T>(record: Promise<T>, noun: string): Promise<T> {
  try {
    return await record
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw unknownReference('/subject', noun)
    throw error
  }
}

async function findDelivery(tx: Tx, viewer: ZonedViewer, id: string): Promise<ShareSubject> {
  const request = await getWorkRequest(tx, viewer, id)
  if (request.status !== 'complete')
    throw conflict(
      'share.not-delivered',
      `This work request is ${request.status}. Share its files when it is complete.`,
    )
  const files = await listDelivered(tx, viewer, id)
  return {
    studio: request.studio,
    id,
    workRequest: id,
    asset: request.asset._id,
    files: requireFiles(files),
  }
}

export async function listDelivered(
  tx: Tx,
  viewer: Viewer,
  workRequest: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select distinct on (f.id) f.id, coalesce(wf.delivery_name, f.name) as name, wf.name as use,
        wf.position
      from work_request_file wf
        join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      where wf.work_request_id = ${workRequest} and f.removed_at is null
        and f.verified_at is not null and ${seesVendorOfFile(viewer)} and ${notEmbargoed(viewer)}
      order by f.id, wf.delivery_name nulls last) delivered
    order by use, position, id`.execute(tx)
  return rows
}

async function findPreview(tx: Tx, viewer: Viewer, id: string): Promise<ShareSubject> {
  const { studio, asset, file } = await getPreview(tx, viewer, id)
  return { studio, id, asset, files: await namesOf(tx, [file]) }
}

async function findOffline(tx: Tx, viewer: Viewer, id: string): Promise<ShareSubject> {
  const { studio, asset, file, workRequest } = await getOffline(tx, viewer, id)
  return { studio, id, workRequest, asset, files: await namesOf(tx, [file]) }
}

async function findSelection(tx: Tx, viewer: Viewer, refs: readonly Ref[]): Promise<ShareSubject> {
  const references: FileReference[] = []
  for (const [index, ref] of refs.entries())
    references.push(await getReferencedFile(tx, viewer, ref, `/files/${index}`))
  const errors = references.flatMap(({ verified, studio }, index) => [
    ...(verified ? [] : [{ pointer: `/files/${index}`, message: 'is not verified' }]),
    ...(studio === references[0]!.studio
      ? []
      : [{ pointer: `/files/${index}`, message: 'belongs to another studio' }]),
  ])
  if (errors.length)
    throw invalid('share.files-invalid', 'Share verified files of one studio.', errors)
  const files = await namesOf(tx, [...new Set(references.map(({ id }) => id))])
  const assets = new Set(references.map(({ asset }) => asset))
  return {
    studio: requireFiles(references)[0]!.studio,
    id: null,
    ...(assets.size === 1 && { asset: references[0]!.asset }),
    files,
  }
}

async function namesOf(tx: Tx, files: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from file f join unnest(${files}::text[]) with ordinality as named (id, position)
      on named.id = f.id
    where f.removed_at is null order by named.position`.execute(tx)
  return requireFiles(rows)
}

/** The files that the person has put aside. The queue is empty afterwards. */
async function takeQueue(tx: Tx, by: Caller): Promise<Ref[]> {
  const { rows } = await sql<{ queue: unknown[] }>`
    with former as (select id, share_queue from person where id = ${by._id} for update)
    update person p set share_queue = '[]' from former where p.id = former.id
    returning former.share_queue as queue`.execute(tx)
  return (rows[0]?.queue ?? []).map((entry) =>
    typeof entry === 'string' ? entry : { _id: String((entry as { _id?: unknown } | null)?._id) },
  )
}

function requireFiles<T>(files: T[]): T[] {
  if (files.length === 0)
    throw invalid('share.empty', 'There is nothing to share yet. Choose at least one file.', [
      { pointer: '/files', message: 'is empty' },
    ])
  return files
}
