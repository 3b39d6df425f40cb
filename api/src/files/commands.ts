import { audienceOfAsset } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { serviceViewer } from '../access/queries/viewers.ts'
import { getReferencedAsset, noPicture } from '../access/queries/references.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { emit } from '../kernel/events/emit.ts'
import type { PreconditionCheck, RecordChange } from '../kernel/http/serve.ts'
import { isSameValue } from '../kernel/http/protected-fields.ts'
import { isActiveContent, mediaTypeOf } from '@reelay/media/media-type'
import { conflict, forbidden, invalid } from '../kernel/http/contract/problem.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import type { PublishedObject } from '../kernel/storage/storage.ts'
import { announceEmbargo, awaitEnd, isHeld } from './commands/embargo.ts'
import type { FileChange, NewFile, Warning } from './contract.ts'
import { getFile, isPicture, lockFile, selectVendors, usesOfFile } from './queries.ts'
import { disguisedType, isMedia, mismatch, servicePath, type StoredFile } from './rules.ts'

export async function registerFile(
  tx: Tx,
  { body, by }: { body: NewFile; by: Caller },
): Promise<StoredFile> {
  const asset = await getReferencedAsset(tx, viewerOf(by), body.asset)
  if (body.embargo?.event || body.embargo?.end) refuseEmbargo(asset.studio, by)
  const { rows } = await sql<{ id: string }>`insert into file ${sql.values({
    studio_id: asset.studio,
    project_id: asset.project,
    asset_id: asset.id,
    owner_id: by._id,
    vendors: await vendorsOfUpload(tx, asset.id, by),
    name: body.name,
    language: body.language ?? null,
    country: body.country ?? null,
    tags: body.tags ?? [],
    embargo_event: body.embargo?.event ?? false,
    embargo_end: moment(body.embargo?.end ?? null),
    length: body.length ?? null,
    md5: body.md5 ?? null,
    mime: body.mime ?? null,
    path: body.path ?? null,
    aspera_username: body.aspera?.username ?? '',
    is_cut: body.cut ?? false,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  if (body.embargo?.end) await awaitEnd(tx, id)
  return getFile(tx, viewerOf(by), id)
}

async function vendorsOfUpload(tx: Tx, asset: string, by: Caller): Promise<string[] | null> {
  if (by.groups.length === 0) return null
  const { rows } = await sql<{ vendors: string[] | null }>`
    ${selectVendors(sql`${asset}`, by)}`.execute(tx)
  return rows[0]!.vendors
}

type Made = {
  studio: string
  project: string
  asset: string
  name: string
  language: string | null
  country: string | null
  tags: string[]
  embargo: { event: boolean; end: Date | null }
  received: PublishedObject
  by: string
}

/** A file rendered by the service, with its bytes. It inherits the embargo of its source. */
export async function registerGeneratedFile(
  tx: Tx,
  { studio, project, asset, embargo, received, by, ...fields }: Made,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into file ${sql.values({
    studio_id: studio,
    project_id: project,
    asset_id: asset,
    owner_id: by,
    ...fields,
    embargo_event: embargo.event,
    embargo_end: embargo.end,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  await awaitEnd(tx, id)
  await recordUpload(tx, { id, received, by })
  return id
}

export async function changeFile(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: FileChange },
): Promise<StoredFile> {
  const current = await takeFile(tx, { id, by, checkPreconditions })
  const embargo = { ...current.embargo, ...body.embargo }
  const movesEmbargo = !isSameValue(embargo, current.embargo)
  if (movesEmbargo) refuseEmbargo(current.studio, by)
  const wasHeld = movesEmbargo && (await isHeld(tx, id))
  await sql`update file ${sql.set({
    name: body.name ?? current.name,
    language: body.language === undefined ? current.language : body.language,
    country: body.country === undefined ? current.country : body.country,
    tags: body.tags ?? current.tags,
    embargo_event: embargo.event,
    embargo_end: moment(embargo.end),
    path: pathAfter(body, current),
    aspera_username: (body.aspera ?? current.aspera).username,
  })} where id = ${id}`.execute(tx)
  if (movesEmbargo) await awaitEnd(tx, id)
  if (movesEmbargo) await announceEmbargo(tx, { id, wasHeld, by: by._id })
  return getFile(tx, viewerOf(by), id)
}

/** The path of the service, sent back as it was read, is not a path of the sender. */
const pathAfter = ({ path }: FileChange, current: StoredFile): string | null =>
  path === undefined || path === servicePath(current._id) ? current.path : path

export async function removeFile(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await takeFile(tx, { id, by, checkPreconditions })
  const uses = await usesOfFile(tx, id)
  if (uses.length) throw conflict('record.in-use', `The file is used by ${uses.join(', ')}.`)
  await sql`update file set removed_at = now() where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const }
}

/** Records that the bytes are stored. A file gets its bytes once. */
export async function recordContent(
  tx: Tx,
  { id, received, by }: { id: string; received: PublishedObject; by: Caller },
): Promise<StoredFile> {
  await keepContent(tx, await takeFile(tx, { id, by }), received, by._id)
  return getFile(tx, viewerOf(by), id)
}

/** The same for uploads. Each of their requests was authorized, and the service finishes them. */
export async function recordUpload(
  tx: Tx,
  { id, received, by }: { id: string; received: PublishedObject; by: string },
): Promise<void> {
  await lockFile(tx, id)
  await keepContent(tx, await getFile(tx, serviceViewer, id), received, by)
}

async function keepContent(tx: Tx, current: StoredFile, received: PublishedObject, by: string) {
  if (current.sha256 && current.sha256 !== received.sha256)
    throw conflict(
      'file.content-exists',
      'This file already has its bytes. Register a new file for other bytes.',
    )
  rejectMismatch(current, received)
  if (current.sha256) return saveObject(tx, received)
  const { _id: id, studio, asset } = current
  const mime = mediaTypeOf(received.head)
  if (isActiveContent(mime) && (await isPicture(tx, id))) throw noPicture('')
  const isAttached = await saveContent(tx, current, received, mime)
  if (received.md5 === null) await enqueue(tx, 'compute-md5', { file: id })
  if (isMedia(mime)) await processMedia(tx, [id])
  else if (isAttached) await enqueue(tx, 'lint-file', { file: id })
  await emit(tx, {
    type: 'fin',
    from: by,
    studio,
    asset,
    files: [id],
    notify: await audienceOfAsset(tx, asset),
  })
}

/**
 * One statement, because many small files are uploaded at a time. Files other than media are verified
 * at once, if their MD5 is known. Returns whether a work request waits for the checks of the file.
 */
async function saveContent(
  tx: Tx,
  { _id: id, name }: StoredFile,
  { length, md5, sha256 }: PublishedObject,
  mime: string,
): Promise<boolean> {
  const disguise = disguisedType(name, mime)
  const isVerified = !isMedia(mime) && md5 !== null
  const { rows } = await sql<{ repaired: boolean; attached: boolean }>`
    with saved_object as (${upsertObject({ sha256, length })}),
    received as (
      update file set length = ${length}, md5 = ${md5}, sha256 = ${sha256}, mime = ${mime},
        warnings = ${JSON.stringify(disguise ? [disguise] : [])}, received_at = now(),
        verified_at = case when ${isVerified} then now() else verified_at end
      where id = ${id} returning asset_id),
    verified as (
      update asset set verified = true
      where ${isVerified} and id = (select asset_id from received) and not verified)
    select saved_object.repaired, exists (
      select from work_request_file where file_id = ${id}) as attached
    from saved_object`.execute(tx)
  const { repaired, attached } = rows[0]!
  if (repaired) await markRepaired(tx, sha256)
  return attached
}

/** Whether files are marked as damaged because of this object. */
export const hasDamagedFiles = (key: Sql): Sql =>
  sql`exists (select from file where file.sha256 = ${key} and ${isDamaged})`

/** Storing the same bytes again repairs corrupt ones. */
const upsertObject = ({ sha256, length }: Pick<PublishedObject, 'sha256' | 'length'>) =>
  sql<{ repaired: boolean }>`
    insert into object (key, length) values (${sha256}, ${length}) on conflict (key) do update
      set checked_at = now(), corrupt_at = null
    returning ${hasDamagedFiles(sql`object.key`)} as repaired`

async function saveObject(tx: Tx, object: PublishedObject): Promise<void> {
  const { rows } = await upsertObject(object).execute(tx)
  if (rows[0]!.repaired) await markRepaired(tx, object.sha256)
}

/** Marks every file with these bytes as unverified until they are repaired. */
export async function markDamaged(tx: Tx, key: string): Promise<void> {
  await sql`update file set verified_at = null,
    warnings = ${JSON.stringify([ROT])}::jsonb || warnings where sha256 = ${key}
    and not ${isDamaged}`.execute(tx)
}

/** Files that were not processed yet stay unverified. */
export async function markRepaired(tx: Tx, key: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update file set warnings = jsonb_path_query_array(warnings, '$[*] ? (@.code != $code)',
      ${JSON.stringify({ code: ROT.code })}::jsonb),
      verified_at = case when md5 is not null and ${isProbed} then now() end
    where sha256 = ${key} and ${isDamaged}
    returning id`.execute(tx)
  await lintAttached(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Over `file`. */
const isProbed = sql`not exists (select from media_step s
  where s.studio_id = file.studio_id and s.file_id = file.id
  and s.step = 'probe' and s.ended_at is null)`

/** The last step of a file that is probed already. */
export async function recordMd5(tx: Tx, id: string, md5: string): Promise<void> {
  await lockFile(tx, id)
  const { rows } = await sql<{ complete: boolean }>`
    update file set md5 = ${md5} where id = ${id} and md5 is null
    returning ${isProbed} and not ${isDamaged} as complete`.execute(tx)
  if (!rows[0]?.complete) return
  await verifyFile(tx, id)
  await enqueue(tx, 'retry-waiting-orders', { file: id })
  await lintAttached(tx, [id])
}

/** Work requests wait for the checks of their files. Processing enqueues them for media. */
async function lintAttached(tx: Tx, ids: string[]) {
  const { rows } = await sql<{ file: string }>`
    select distinct file_id as file from work_request_file
    where file_id = any (${ids})`.execute(tx)
  for (const { file } of rows) await enqueue(tx, 'lint-file', { file })
}

const ROT: Warning = {
  code: 'storage.rot',
  severity: 'error',
  message:
    'The stored bytes are damaged and cannot be downloaded. Upload the same bytes again to repair this file.',
}
const isDamaged = sql`warnings @> ${JSON.stringify([{ code: ROT.code }])}::jsonb`

/** The first step of each file. */
export async function processMedia(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with added as (
      insert into media (studio_id, file_id)
      select studio_id, id from file where id = any (${ids}))
    insert into media_step (studio_id, file_id, step)
    select studio_id, id, 'probe' from file where id = any (${ids})`.execute(tx)
  for (const id of ids) await enqueue(tx, 'process-media', { file: id, step: 'probe' })
}

/** Complete, hashed and probed. Without its MD5 a file is verified later. */
export async function verifyFile(tx: Tx, id: string): Promise<void> {
  await sql`
    update file set verified_at = now()
    where id = ${id} and verified_at is null and md5 is not null`.execute(tx)
  await sql`
    update asset set verified = true
    where id = (select asset_id from file where id = ${id} and verified_at is not null)
      and not verified`.execute(tx)
}

async function takeFile(
  tx: Tx,
  {
    id,
    by,
    checkPreconditions,
  }: { id: string; by: Caller; checkPreconditions?: PreconditionCheck },
): Promise<StoredFile> {
  await lockFile(tx, id)
  const current = await getFile(tx, viewerOf(by), id)
  rejectForeignFile(current, by)
  checkPreconditions?.(current)
  return current
}

/** Checked before the bytes are stored and again before they are recorded. */
export function rejectMismatch(
  file: StoredFile,
  received: Pick<PublishedObject, 'length' | 'md5'>,
) {
  const difference = file.sha256 === null && mismatch(file, received)
  if (difference)
    throw invalid('file.mismatch', `The bytes do not match the declaration: ${difference}.`)
}

/** With asset.write, any file can be changed. Others can change only their own uploads. */
export function rejectForeignFile(
  { owner, studio }: Pick<StoredFile, 'owner' | 'studio'>,
  by: Caller,
) {
  if (owner !== by._id && !callerIn(by, studio).permissions.has('asset.write'))
    throw forbidden('file.forbidden', 'Only the uploader or the studio can change this file.')
}

/**
 * Without embargo.bypass, nobody can set an embargo: the file would disappear from their own view.
 */
export function refuseEmbargo(studio: string, by: Caller) {
  if (!callerIn(by, studio).permissions.has('embargo.bypass'))
    throw forbidden('field.protected', 'You cannot set or change the embargo of a file.', [
      { pointer: '/embargo', message: 'you cannot change this field' },
    ])
}

const moment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))
