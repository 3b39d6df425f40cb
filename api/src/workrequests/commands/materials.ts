import { seesFile, viewerOf } from '../../access/queries/visibility.ts'
import { getReferencedFile } from '../../access/queries/references.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isSameValue } from '../../kernel/http/protected-fields.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import type { WorkRequestChange } from '../contract.ts'
import { SUBTITLES_MATERIAL } from '../rules/materials.ts'
import { bundleFileNames } from '../rules/naming.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { reopen } from './move.ts'
import { setVendors } from './vendor-files.ts'

type Material = NonNullable<WorkRequestChange['materials']>[number]
type StoredMaterial = StoredWorkRequest['materials'][number]
type Bundle = NonNullable<WorkRequestChange['files']>[number]

/** The vendor completes a material; an approver approves or reopens it. Files the caller cannot see stay. */
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
  const { permissions } = callerIn(by, current.studio)
  for (const [index, material] of materials.entries()) {
    const existing = current.materials.find(({ name }) => name === material.name)
    if (!existing)
      throw invalid('material.not-found', `This order needs no material ${material.name}.`, [
        { pointer: `/materials/${index}/name`, message: 'is not a material of this order' },
      ])
    const files = material.files.map(idOf)
    if (isSameValue({ ...material, files }, existing)) continue
    const reopens = existing.complete && !material.complete
    rejectMaterialChange({ ...material, files }, existing, { index, reason, permissions })
    reopened ||= reopens
    await requireFilesOfAsset(tx, current, material.files, `/materials/${index}/files`, by)
    await updateMaterial(tx, current, { ...material, files }, by)
    await setVendors(tx, { request: current._id, files, attachedBy: null })
    await enqueueLint(tx, [...existing.files, ...files])
  }
  if (reopened) await reopen(tx, { id: current._id, reason: reason!, by: by._id })
}

function rejectMaterialChange(
  material: StoredMaterial,
  existing: StoredMaterial,
  {
    index,
    reason,
    permissions,
  }: { index: number; reason: string | undefined; permissions: ReadonlySet<string> },
) {
  if (material.name === SUBTITLES_MATERIAL)
    throw conflict(
      'material.read-only',
      'This material follows its translation. Submit or approve the translation instead.',
    )
  const works = permissions.has('workrequest.work')
  const approves = permissions.has('workrequest.approve')
  const reopens = existing.complete && !material.complete
  const changesFiles = !isSameValue(material.files, existing.files)
  const changesWork =
    changesFiles || (material.complete !== existing.complete && !(reopens && approves))
  if (changesWork && !works) throw protectedField(index, 'complete')
  // Reopening also withdraws the approval, so it needs no right to approve.
  if (material.approved !== existing.approved && !reopens && !approves)
    throw protectedField(index, 'approved')
  if (reopens && !reason?.trim())
    throw invalid('reason.required', `Give a reason to reopen the material ${material.name}.`, [
      { pointer: '/reason', message: 'is required to reopen a material' },
    ])
}

async function updateMaterial(
  tx: Tx,
  current: StoredWorkRequest,
  { name, complete, approved, files }: StoredMaterial,
  by: Caller,
) {
  await sql`
    update material set complete = ${complete}, approved = ${approved && complete},
      files = ${files}::text[] || array(
        select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
        where f.id = any (material.files) and not ${seesFile(viewerOf(by))})
    where work_request_id = ${current._id} and name = ${name}`.execute(tx)
}

/** An approver can take out files, but not add any. */
const isReduced = ({ name, files }: Bundle, current: StoredWorkRequest) => {
  const attached = current.files.find((bundle) => bundle.name === name)?.files ?? []
  return files.every((file) => attached.includes(idOf(file)))
}

/**
 * Attaches files of the finished version, in bundles named after their uses. Bundles in the body
 * are replaced; others stay.
 */
export async function attachFiles(
  tx: Tx,
  { current, bundles, by }: { current: StoredWorkRequest; bundles: Bundle[]; by: Caller },
) {
  const { permissions } = callerIn(by, current.studio)
  const rejectsOnly =
    permissions.has('workrequest.approve') && bundles.every((bundle) => isReduced(bundle, current))
  if (!permissions.has('workrequest.work') && !rejectsOnly)
    throw forbidden('field.protected', 'Only the vendor or the studio can attach files.', [
      { pointer: '/files', message: 'cannot be changed by you' },
    ])
  for (const [index, bundle] of bundles.entries()) {
    await requireFilesOfAsset(tx, current, bundle.files, `/files/${index}/files`, by)
    const files = bundle.files.map(idOf)
    await replaceBundle(tx, current, { name: bundle.name, files }, by)
    await setVendors(tx, { request: current._id, files, attachedBy: by._id })
    const replaced = current.files.find(({ name }) => name === bundle.name)?.files ?? []
    await enqueueLint(tx, [...replaced, ...files])
  }
}

async function replaceBundle(
  tx: Tx,
  current: StoredWorkRequest,
  { name, files }: { name: string; files: string[] },
  by: Caller,
) {
  const names = await deliveryNames(tx, current, name, files)
  await sql`
    delete from work_request_file wf using file f
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where wf.work_request_id = ${current._id} and wf.name = ${name} and f.id = wf.file_id
      and ${seesFile(viewerOf(by))}`.execute(tx)
  await sql`
    insert into work_request_file (
      studio_id, work_request_id, name, file_id, position, delivery_name)
    select ${current.studio}, ${current._id}, ${name}, attached.file, attached.position, attached.delivery_name
    from unnest(${files}::text[], ${names}::text[])
      with ordinality as attached (file, delivery_name, position)
    on conflict do nothing`.execute(tx)
}

/** File names by the naming rule; null where a file keeps its own name. */
async function deliveryNames(
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
    select f.id, f.name, s.slug as studio,
      to_char(now() at time zone 'UTC', 'YYYYMMDD') as today,
      (select entry ->> 'dcpCode'
        from territory t, jsonb_array_elements(t.languages) entry
        where t.code = ${current.territory} and entry ->> 'code' = ${current.language}
        limit 1) as "dcpLanguage"
    from file f join studio s on s.id = f.studio_id where f.id = any (${files})`.execute(tx)
  return bundleFileNames(
    current,
    bundle,
    files.map((id) => rows.find((row) => row.id === id)!),
  )
}

/** The checks of a file depend on what it is used for. */
async function enqueueLint(tx: Tx, files: string[]) {
  for (const file of new Set(files)) await enqueue(tx, 'lint-file', { file })
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
      throw invalid('file.asset-mismatch', 'The file belongs to another asset.', [
        { pointer: `${pointer}/${index}`, message: 'belongs to another asset' },
      ])
  }
}

const protectedField = (index: number, field: string) =>
  forbidden('field.protected', `You cannot change ${field} of a material.`, [
    { pointer: `/materials/${index}/${field}`, message: 'cannot be changed by you' },
  ])
