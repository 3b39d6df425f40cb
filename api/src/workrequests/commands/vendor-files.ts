// Which vendors see a file (`file.vendors`): all if it is null, none if it is empty, or those it names.
//
// | The file is attached to a request                         | `vendors`                           |
// | --------------------------------------------------------- | ----------------------------------- |
// | without a vendor                                          | null, unless it is also attached to |
// |                                                           | a request with a vendor             |
// | with a vendor, and has a preview                          | unchanged: a preview stays visible  |
// | with a vendor, and one of its members uploaded the file   | plus the vendor                     |
// | with a vendor, by nobody of the vendor, not as a material | plus the vendor                     |
// | with a vendor, in all other cases                         | unchanged                           |
// | that the vendor has lost or declined                      | without the vendor                  |
//
// So a vendor cannot hide what others uploaded, and the studio can share a material.
import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/** `attachedBy` is null for materials. */
type AttachedFiles = { request: string; files: readonly string[]; attachedBy: string | null }

/** Call this after the files have been attached to the request. */
export async function setVendors(tx: Tx, attached: AttachedFiles): Promise<void> {
  if (attached.files.length === 0) return
  await restrictToVendor(tx, attached)
  await openToAllVendors(tx, attached)
}

async function restrictToVendor(tx: Tx, { request, files, attachedBy }: AttachedFiles) {
  const isMember = (person: Sql) => sql`exists (
    select from group_person gp where gp.group_id = w.vendor_id and gp.person_id = ${person})`
  await sql`
    update file f set vendors = array_append(coalesce(f.vendors, '{}'), w.vendor_id)
    from work_request w
    where w.id = ${request} and w.vendor_id is not null and f.id = any (${files})
      and w.vendor_id <> all (coalesce(f.vendors, '{}'))
      and not exists (select from preview p where p.studio_id = f.studio_id and p.file_id = f.id)
      and (${isMember(sql`f.owner_id`)}
        or ${attachedBy}::text is not null and not ${isMember(sql`${attachedBy}`)})`.execute(tx)
}

async function openToAllVendors(tx: Tx, { request, files }: AttachedFiles) {
  await sql`
    update file f set vendors = null
    from work_request w
    where w.id = ${request} and w.vendor_id is null and f.id = any (${files})
      and f.vendors is not null and not exists (
        select from work_request other
        where other.studio_id = f.studio_id and other.asset_id = f.asset_id
          and other.vendor_id is not null
          and ${isAttached(sql`f.id`, sql`other.id`)})`.execute(tx)
}

const isAttached = (file: Sql, request: Sql): Sql => sql`(
  exists (select from offline o where o.work_request_id = ${request} and o.file_id = ${file})
  or exists (
    select from work_request_file wf
    where wf.work_request_id = ${request} and wf.file_id = ${file})
  or exists (select from encode e where e.work_request_id = ${request} and e.file_id = ${file})
  or exists (
    select from material m where m.work_request_id = ${request} and ${file} = any (m.files)))`

/**
 * Gives a new vendor the offlines and files that were made for the request while all vendors saw it,
 * or for this vendor before.
 */
export async function assignFiles(
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
  await setVendors(tx, { request, files: rows.map(({ id }) => id), attachedBy: by })
}

type FormerVendor = { request: string; vendor: string }

/**
 * Withdraws the files of the asset from the vendor who had the request. If the vendor has other
 * requests for the asset, they keep the files of those, and the files that are not of this request.
 */
export async function withdrawFiles(tx: Tx, { request, vendor }: FormerVendor): Promise<void> {
  await sql`
    update file f set vendors = array_remove(f.vendors, ${vendor})
    from work_request w
    where w.id = ${request} and f.asset_id = w.asset_id and ${vendor} = any (f.vendors)
      and not exists (
        select from work_request other
        where other.studio_id = f.studio_id and other.asset_id = f.asset_id
          and other.vendor_id = ${vendor} and other.id <> w.id
          and other.vendor_answer is distinct from 'declined'
          and case when ${isAttached(sql`f.id`, sql`w.id`)}
            then ${isAttached(sql`f.id`, sql`other.id`)} else true end)`.execute(tx)
}

/** The versions of the former vendor are no longer part of the delivery. */
export async function withdrawAndClearDelivery(tx: Tx, of: FormerVendor): Promise<void> {
  await withdrawFiles(tx, of)
  await sql`delete from work_request_file where work_request_id = ${of.request}`.execute(tx)
}
