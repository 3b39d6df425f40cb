// Which vendors may see a file. A file of an assigned work request belongs to its vendor.
import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/**
 * Gives files to the vendor of the request they are attached to. A vendor cannot hide a file that
 * others uploaded, and a published preview stays visible. `by` is null for materials, which the
 * studio may share. Files attached to a request of all vendors are visible to all.
 */
export async function claimFiles(
  tx: Tx,
  { request, files, by }: { request: string; files: readonly string[]; by: string | null },
): Promise<void> {
  if (files.length === 0) return
  const isMember = (person: Sql) => sql`exists (
    select from group_person gp where gp.group_id = w.vendor_id and gp.person_id = ${person})`
  await sql`
    update file f set vendors = array_append(coalesce(f.vendors, '{}'), w.vendor_id)
    from work_request w
    where w.id = ${request} and w.vendor_id is not null and f.id = any (${files})
      and w.vendor_id <> all (coalesce(f.vendors, '{}'))
      and not exists (select from preview p where p.studio_id = f.studio_id and p.file_id = f.id)
      and (${isMember(sql`f.owner_id`)}
        or ${by}::text is not null and not ${isMember(sql`${by}`)})`.execute(tx)
  await sql`
    update file f set vendors = null
    from work_request w
    where w.id = ${request} and w.vendor_id is null and f.id = any (${files})
      and f.vendors is not null and not exists (
        select from work_request other
        where other.studio_id = f.studio_id and other.asset_id = f.asset_id
          and other.vendor_id is not null
          and ${isAttached(sql`other.id`)})`.execute(tx)
}

/** Over `file f`. */
const isAttached = (request: Sql): Sql => sql`(
  exists (select from offline o where o.work_request_id = ${request} and o.file_id = f.id)
  or exists (
    select from work_request_file wf where wf.work_request_id = ${request} and wf.file_id = f.id)
  or exists (select from encode e where e.work_request_id = ${request} and e.file_id = f.id)
  or exists (
    select from material m where m.work_request_id = ${request} and f.id = any (m.files)))`

/** The files that were made for a request while all vendors saw it, or for this vendor before. */
export async function claimFilesOfRequest(
  tx: Tx,
  { request, vendor, by }: { request: string; vendor: string; by: string },
): Promise<void> {
  await sql`
    update offline set vendor_id = ${vendor}
    where work_request_id = ${request} and vendor_id is null`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select file_id as id from offline
    where work_request_id = ${request} and vendor_id = ${vendor}
    union select file_id from work_request_file where work_request_id = ${request}
    union select file_id from encode where work_request_id = ${request} and file_id is not null`.execute(
    tx,
  )
  await claimFiles(tx, { request, files: rows.map(({ id }) => id), by })
}

/**
 * Takes the files of a request from the vendor who had it, together with what they uploaded to the
 * asset, unless they have another request for it.
 */
export async function hideFiles(
  tx: Tx,
  { request, vendor }: { request: string; vendor: string },
): Promise<void> {
  await sql`
    update file f set vendors = array_remove(f.vendors, ${vendor})
    from work_request w
    where w.id = ${request} and f.asset_id = w.asset_id and ${vendor} = any (f.vendors)
      and not exists (
        select from work_request other
        where other.studio_id = f.studio_id and other.asset_id = f.asset_id
          and other.vendor_id = ${vendor} and other.id <> w.id
          and other.vendor_answer is distinct from 'declined'
          and (${isAttached(sql`other.id`)} or not ${isAttached(sql`w.id`)}))`.execute(tx)
}

/** The versions of the vendor before are no longer part of the delivery. */
export async function releaseFiles(tx: Tx, of: { request: string; vendor: string }): Promise<void> {
  await hideFiles(tx, of)
  await sql`delete from work_request_file where work_request_id = ${of.request}`.execute(tx)
}
