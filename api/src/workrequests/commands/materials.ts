import { sql } from 'kysely'
import { seesFile, viewerOf } from '../../access/queries/visibility.ts'
import { getReferencedFile } from '../../access/queries/references.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { isSameValue } from '../../kernel/http/protected-fields.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import type { WorkRequestChange } from '../contract.ts'
import { SUBTITLES_MATERIAL } from '../rules/materials.ts'
import { bundleFileNames } from '../rules/naming.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { reopen } from './move.ts'

type Material = NonNullable<WorkRequestChange['materials']>[number]
type Bundle = NonNullable<WorkRequestChange['files']>[number]

/**
 * Who works on it completes a material; who approves approves it. Files out of their sight stay:
 * nobody takes away what is not there for them.
 */
export async function changeMaterials(
  tx: Tx,
  {
    current,
    materials,
    reason,
    by,
  }: { current: StoredWorkRequest; materials: Material[]; reason: string | undefined; by: Caller },
) {
  let reopened = false
  for (const [index, wanted] of materials.entries()) {
    const known = current.materials.find(({ name }) => name === wanted.name)
    if (!known)
      throw invalid('material.unknown', `This order asks for no material ${wanted.name}.`, [
        { pointer: `/materials/${index}/name`, message: 'is not asked for' },
      ])
    const files = wanted.files.map(idOf)
    if (isSameValue({ ...wanted, files }, known)) continue
    if (wanted.name === SUBTITLES_MATERIAL)
      throw conflict(
        'material.follows',
        'This material follows its translation: hand that in, or approve it.',
      )
    if (
      (wanted.complete !== known.complete || !isSameValue(files, known.files)) &&
      !by.permissions.has('workrequest.work')
    )
      throw protectedField(index, 'complete')
    const opens = known.complete && !wanted.complete
    // What is open again is not approved either, whoever opens it.
    if (wanted.approved !== known.approved && !opens && !by.permissions.has('workrequest.approve'))
      throw protectedField(index, 'approved')
    if (opens && !reason?.trim())
      throw invalid(
        'reason.missing',
        `The material ${wanted.name} was complete. Say why it is open again.`,
        [{ pointer: '/reason', message: 'is needed to reopen a material' }],
      )
    reopened ||= opens
    await requireFilesOfAsset(tx, current, wanted.files, `/materials/${index}/files`, by)
    await sql`
      update material set complete = ${wanted.complete}, approved = ${wanted.approved && wanted.complete}, files = ${files}::text[] || array(
        select f.id from file f join asset a on a.id = f.asset_id where f.id = any (material.files) and not ${seesFile(viewerOf(by))})
      where work_request_id = ${current._id} and name = ${wanted.name}`.execute(tx)
    await enqueueLint(tx, [...known.files, ...files])
  }
  if (reopened) await reopen(tx, { id: current._id, reason: reason!, by: by._id })
}

/**
 * Files of the finished version, in bundles named after the uses they are for. A bundle that is
 * named is replaced; others stay.
 */
export async function attachFiles(
  tx: Tx,
  { current, bundles, by }: { current: StoredWorkRequest; bundles: Bundle[]; by: Caller },
) {
  if (!by.permissions.has('workrequest.work'))
    throw forbidden('field.protected', 'Only the vendor or the studio attaches files.', [
      { pointer: '/files', message: 'cannot be changed by you' },
    ])
  for (const [index, { name, files }] of bundles.entries()) {
    await requireFilesOfAsset(tx, current, files, `/files/${index}/files`, by)
    await sql`
      delete from work_request_file wf using file f join asset a on a.id = f.asset_id
      where wf.work_request_id = ${current._id} and wf.name = ${name} and f.id = wf.file_id and ${seesFile(viewerOf(by))}`.execute(
      tx,
    )
    await sql`
      insert into work_request_file (work_request_id, name, file_id, position, delivery_name)
      select ${current._id}, ${name}, given.file, given.place, given.delivery_name from unnest(${files.map(idOf)}::text[], ${await offeredNames(tx, current, name, files.map(idOf))}::text[]) with ordinality as given (file, delivery_name, place) on conflict do nothing`.execute(
      tx,
    )
    await enqueueLint(tx, [
      ...(current.files.find((known) => known.name === name)?.files ?? []),
      ...files.map(idOf),
    ])
  }
}

/** By the rule for the use they are for; in a bundle of another name they keep their own. */
async function offeredNames(
  tx: Tx,
  current: StoredWorkRequest,
  bundle: string,
  files: string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{
    id: string
    name: string
    studio: string
    today: string
    dcpLanguage: string | null
  }>`
    select f.id, f.name, s.slug as studio, to_char(now() at time zone 'UTC', 'YYYYMMDD') as today,
      (select spoken ->> 'dcpCode' from territory t, jsonb_array_elements(t.languages) spoken where t.code = ${current.territory} and spoken ->> 'code' = ${current.language} limit 1) as "dcpLanguage"
    from file f join studio s on s.id = f.studio_id where f.id = any (${files})`.execute(tx)
  return bundleFileNames(
    current,
    bundle,
    files.map((id) => rows.find((row) => row.id === id)!),
  )
}

/** What a file is for decides what is wrong with it. */
async function enqueueLint(tx: Tx, files: string[]) {
  for (const file of new Set(files)) await enqueue(tx, 'lint', { file })
}

async function requireFilesOfAsset(
  tx: Tx,
  current: StoredWorkRequest,
  files: Ref[],
  pointer: string,
  by: Caller,
) {
  for (const [index, ref] of files.entries()) {
    const file = await getReferencedFile(tx, viewerOf(by), ref, `${pointer}/${index}`)
    if (file.asset !== current.asset._id)
      throw invalid('file.elsewhere', 'The file belongs to another asset.', [
        { pointer: `${pointer}/${index}`, message: 'belongs to another asset' },
      ])
  }
}

const protectedField = (index: number, field: string) =>
  forbidden('field.protected', `You cannot change ${field} of a material.`, [
    { pointer: `/materials/${index}/${field}`, message: 'cannot be changed by you' },
  ])
