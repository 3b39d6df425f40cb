// Many small files in one request: a few statements for all of them, one commit, and one event for
// the files of an asset.
import { assetAudience, type Audience } from '../../access/queries/audience.ts'
import { referencedAssetId } from '../../access/queries/references.ts'
import { seesAsset, viewerOf } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { invalid, notFound } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { PublishedObject } from '../../kernel/storage/storage.ts'
import { mediaTypeOf } from '@reelay/media/media-type'
import { hasDamagedFiles, markRepaired, processMedia, refuseEmbargo } from '../commands.ts'
import type { NewFileWithContent } from '../contract.ts'
import { getFiles, selectVendors } from '../queries.ts'
import { disguisedType, isMedia, mismatch, type StoredFile } from '../rules.ts'

type UploadTarget = Audience & {
  asset: string
  studio: string
  project: string
  vendors: string[] | null
}
/** `target`: what the file takes from its asset. */
export type BatchFile = { declared: NewFileWithContent; bytes: Uint8Array; target: UploadTarget }

/** Rejects before the bytes are stored what would fail later. */
export async function prepareBatch(
  db: Db,
  files: readonly NewFileWithContent[],
  by: Caller,
): Promise<BatchFile[]> {
  const contents = files.map(({ content }, place) => decodeContent(content, place))
  const targets = await findTargets(db, files, by)
  return files.map((declared, place) => {
    const target = targets.get(idOf(declared.asset))
    if (!target) throw notFound('asset')
    if (declared.embargo?.event || declared.embargo?.end) refuseEmbargo(target.studio, by)
    return { declared, bytes: contents[place]!, target }
  })
}

function decodeContent(content: string, place: number): Uint8Array {
  try {
    return Uint8Array.fromBase64(content)
  } catch {
    throw invalid('body.invalid', `The body is invalid: /files/${place}/content must be base64.`, [
      { pointer: `/files/${place}/content`, message: 'must be base64' },
    ])
  }
}

/** The targets of the assets that the files name. */
async function findTargets(
  db: Db,
  files: readonly NewFileWithContent[],
  by: Caller,
): Promise<Map<string, UploadTarget>> {
  const viewer = viewerOf(by)
  const ids = new Map<string, string | null>()
  for (const { asset } of files)
    if (!ids.has(idOf(asset))) ids.set(idOf(asset), await referencedAssetId(db, viewer, asset))
  const { rows } = await sql<UploadTarget>`
    select a.id as asset, a.studio_id as studio, a.project_id as project,
      (${selectVendors(sql`a.id`, by)}) as vendors, ${assetAudience(sql`a.studio_id`)}
    from asset a
    where a.id = any (${[...ids.values()]}) and a.archived_at is null and ${seesAsset(viewer)}
  `.execute(db)
  return new Map(
    [...ids].flatMap(([name, id]): [string, UploadTarget][] => {
      const target = rows.find(({ asset }) => asset === id)
      return target ? [[name, target]] : []
    }),
  )
}

export function rejectOtherBytes(
  { name, length = null, md5 = null, sha256 }: NewFileWithContent,
  measured: Pick<PublishedObject, 'length' | 'md5' | 'sha256'>,
  place: number,
) {
  const wrong = mismatch({ length, md5, sha256 }, measured)
  if (wrong)
    throw invalid('file.mismatch', `The bytes of ${name} do not match the declaration: ${wrong}.`, [
      { pointer: `/files/${place}/content`, message: wrong },
    ])
}

/** Records files whose bytes are stored. Nothing refers to a new file, so nothing waits for it. */
export async function recordBatch(
  tx: Tx,
  files: readonly BatchFile[],
  received: readonly PublishedObject[],
  by: Caller,
): Promise<StoredFile[]> {
  const rows = files.map((file, place) => rowOf(file, received[place]!, place))
  const added = await insertFiles(tx, rows, by)
  if (added.length < rows.length) throw notFound('asset')
  for (const key of new Set(added.flatMap(({ repaired }) => repaired ?? [])))
    await markRepaired(tx, key)
  await processMedia(
    tx,
    added.filter(({ place }) => rows[place]!.media).map(({ id }) => id),
  )
  for (const { id, embargoSeconds } of added)
    if (embargoSeconds !== null)
      await enqueue(tx, 'lift-embargo', { file: id }, { inSeconds: embargoSeconds })
  const ids = added.map(({ id }) => id)
  await emitArrivals(tx, files, ids, by)
  return getFiles(tx, viewerOf(by), ids)
}

function rowOf({ declared, target }: BatchFile, received: PublishedObject, place: number) {
  const mime = mediaTypeOf(received.head)
  const disguise = disguisedType(declared.name, mime)
  return {
    place,
    asset: target.asset,
    vendors: target.vendors,
    name: declared.name,
    language: declared.language ?? null,
    country: declared.country ?? null,
    tags: declared.tags ?? [],
    embargo_event: declared.embargo?.event ?? false,
    embargo_end: declared.embargo?.end ?? null,
    path: declared.path ?? null,
    aspera: declared.aspera?.username ?? '',
    is_cut: declared.cut ?? false,
    length: received.length,
    md5: received.md5,
    sha256: received.sha256,
    mime,
    warnings: disguise ? [disguise] : [],
    media: isMedia(mime),
  }
}
type BatchRow = ReturnType<typeof rowOf>
type AddedFile = {
  place: number
  id: string
  /** Until the embargo ends, if it does. */
  embargoSeconds: number | null
  /** The object, if its stored bytes were corrupt. */
  repaired: string | null
}

/**
 * One statement. Objects are inserted in order, so that two batches with the same bytes cannot lock
 * each other out. An asset that is hidden or archived by now gets no file.
 */
async function insertFiles(tx: Tx, rows: BatchRow[], by: Caller): Promise<AddedFile[]> {
  const { rows: added } = await sql<AddedFile>`
    with input as materialized (
      select new_id() as id, row.*, to_timestamp(row.embargo_end) as held_until, a.studio_id,
        a.project_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (place int, asset text,
        vendors text[], name text, language text, country text, tags text[],
        embargo_event boolean, embargo_end float8, path text, aspera text, is_cut boolean,
        length bigint, md5 text, sha256 text, mime text, warnings jsonb, media boolean)
      join asset a on a.id = row.asset
      where a.archived_at is null and ${seesAsset(viewerOf(by))}),
    saved_object as (
      insert into object (key, length)
      select distinct sha256, length from input order by sha256
      on conflict (key) do update set checked_at = now(), corrupt_at = null
      returning key, ${hasDamagedFiles(sql`object.key`)} as repaired),
    added as (
      insert into file (id, studio_id, project_id, asset_id, owner_id, vendors, name, language,
        country, tags, embargo_event, embargo_end, path, aspera_username, is_cut, length, md5,
        sha256, mime, warnings, received_at, verified_at)
      select id, studio_id, project_id, asset, ${by._id}, vendors, name, language, country, tags,
        embargo_event, held_until, path, aspera, is_cut, length, md5, sha256, mime, warnings,
        now(), case when not media then now() end
      from input),
    verified as (
      update asset set verified = true
      where id in (select asset from input where not media) and not verified)
    select place, id,
      case when held_until > now() then ceil(extract(epoch from held_until - now()))::float8 end
        as "embargoSeconds",
      case when saved_object.repaired then saved_object.key end as repaired
    from input join saved_object on saved_object.key = input.sha256
    order by place`.execute(tx)
  return added
}

/**
 * One event tells how many files there are, so all of them must be visible to the same people: files
 * with another embargo have an event of their own.
 */
async function emitArrivals(
  tx: Tx,
  files: readonly BatchFile[],
  ids: readonly string[],
  by: Caller,
): Promise<void> {
  const arrivals = Map.groupBy(files.keys(), (place) => {
    const { target, declared } = files[place]!
    return JSON.stringify([target.asset, declared.embargo?.event, declared.embargo?.end])
  })
  for (const places of arrivals.values()) {
    const { asset, studio, users, groups } = files[places[0]!]!.target
    await emit(tx, {
      type: 'fin',
      from: by._id,
      studio,
      asset,
      files: places.map((place) => ids[place]!),
      ...(places.length > 1 && { details: { files: String(places.length) } }),
      notify: { users, groups },
    })
  }
}
