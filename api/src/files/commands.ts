import { sql } from 'kysely'
import { audienceOfAsset } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/sight.ts'
import { placeOfAsset } from '../access/queries/references.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { emit } from '../kernel/events/emit.ts'
import type { Accept } from '../kernel/http/serve.ts'
import { same } from '../kernel/http/echo.ts'
import { mediaTypeOf } from '../kernel/media-type.ts'
import { conflict, forbidden, invalid } from '../kernel/problem.ts'
import type { Received } from '../kernel/storage/storage.ts'
import type { FileChange, NewFile } from './contract.ts'
import { getFile, lockFile, usesOfFile } from './queries.ts'
import { mismatch, type StoredFile } from './rules.ts'

export async function registerFile(tx: Tx, { body, by }: { body: NewFile; by: Caller }): Promise<StoredFile> {
  const asset = await placeOfAsset(tx, viewerOf(by), body.asset)
  if (body.embargo?.event || body.embargo?.end) refuseEmbargo(by)
  const { id } = await tx.insertInto('file').values({
    studio_id: asset.studio, project_id: asset.project, asset_id: asset.id, owner_id: by._id,
    name: body.name, language: body.language ?? null, country: body.country ?? null, tags: body.tags ?? [],
    embargo_event: body.embargo?.event ?? false, embargo_end: moment(body.embargo?.end ?? null),
    length: body.length ?? null, md5: body.md5 ?? null, mime: body.mime ?? null,
  }).returning('id').executeTakeFirstOrThrow()
  return getFile(tx, viewerOf(by), id)
}

export async function changeFile(tx: Tx, { id, body, by, accept }: { id: string; body: FileChange; by: Caller; accept: Accept }): Promise<StoredFile> {
  const current = await takeFile(tx, { id, by, accept })
  const embargo = { ...current.embargo, ...body.embargo }
  if (!same(embargo, current.embargo)) refuseEmbargo(by)
  await tx.updateTable('file').where('id', '=', id).set({
    name: body.name ?? current.name,
    language: body.language === undefined ? current.language : body.language,
    country: body.country === undefined ? current.country : body.country,
    tags: body.tags ?? current.tags,
    embargo_event: embargo.event, embargo_end: moment(embargo.end),
  }).execute()
  return getFile(tx, viewerOf(by), id)
}

export async function removeFile(tx: Tx, { id, by, accept }: { id: string; by: Caller; accept: Accept }) {
  await takeFile(tx, { id, by, accept })
  const uses = await usesOfFile(tx, id)
  if (uses.length) throw conflict('record.in-use', `The file is used by ${uses.join(', ')}.`)
  await sql`update file set removed_at = now() where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const }
}

/** The bytes are safe by now; this says so. A file gets its bytes once. */
export async function recordContent(tx: Tx, { id, received, by }: { id: string; received: Received; by: Caller }): Promise<StoredFile> {
  const current = await takeFile(tx, { id, by })
  if (current.sha256 === received.sha256) return current
  if (current.sha256) throw conflict('file.has-content', 'This file has its bytes already. Register a new file for other bytes.')
  refuseMismatch(current, received)
  const { length, md5, sha256, head } = received
  await sql`update file set length = ${length}, md5 = ${md5}, sha256 = ${sha256}, mime = ${mediaTypeOf(head)}, received_at = now(), verified_at = now() where id = ${id}`.execute(tx)
  await sql`update asset set verified = true where id = ${current.asset} and not verified`.execute(tx)
  await emit(tx, { type: 'fin', from: by._id, studio: current.studio, asset: current.asset, files: [id], notify: await audienceOfAsset(tx, current.asset) })
  return getFile(tx, viewerOf(by), id)
}

async function takeFile(tx: Tx, { id, by, accept }: { id: string; by: Caller; accept?: Accept }): Promise<StoredFile> {
  await lockFile(tx, id)
  const current = await getFile(tx, viewerOf(by), id)
  refuseOthersFile(current, by)
  accept?.(current)
  return current
}

/** Asked before the bytes are kept, and again before they are recorded. */
export function refuseMismatch(file: StoredFile, received: Received) {
  const wrong = file.sha256 === null && mismatch(file, received)
  if (wrong) throw invalid('file.mismatch', `The bytes are not those that were declared: ${wrong}.`)
}

/** Whoever may write any asset may change any file; others only what they brought. */
export function refuseOthersFile({ owner }: Pick<StoredFile, 'owner'>, by: Caller) {
  if (owner !== by._id && !by.rights.has('asset.write')) throw forbidden('file.not-yours', 'Only who brought this file, or the studio, may change it.')
}

/** Who cannot see behind an embargo cannot set one: the file would be gone from their own sight. */
function refuseEmbargo(by: Caller) {
  if (!by.rights.has('embargo.bypass')) throw forbidden('field.protected', 'You cannot set or change the embargo of a file.', [{ pointer: '/embargo', message: 'cannot be changed by you' }])
}

const moment = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))
