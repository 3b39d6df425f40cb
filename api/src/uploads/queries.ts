import { seesFile, viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db } from '../kernel/db/connect.ts'
import { desc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { Digests, SavedBytes } from '../kernel/storage/storage.ts'
import type { StoredUpload } from './rules.ts'

const from = sql`upload u join file f on f.studio_id = u.studio_id and f.id = u.file_id
  join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`
const columns = sql`
  u.id as "_id", json_build_object('_id', f.id, 'name', f.name) as file, u.length,
  (u.saved_bytes ->> 'length')::bigint as "offset", u.error as fault, u.published_at is not null as published,
  seconds(u.created_at) as created, seconds(u.expires_at) as expires`

/** The person's own uploads of files that they may see and upload. */
const sees = (person: Caller) => {
  const viewer = viewerOf(person)
  return sql`(
    u.person_id = ${viewer.id} and ${seesFile(viewer)}
    and (f.owner_id = ${viewer.id} or ${viewer.hasPermission(sql`f.studio_id`, 'asset.write')})
    and u.expires_at > now()
  )`
}

export function listUploads(db: Db, person: Caller, range: Range): Promise<Page<StoredUpload>> {
  return listPage(db, range, {
    columns,
    from,
    key: sql`u.id`,
    where: sql`${sees(person)} and u.published_at is null`,
    order: desc(sql`u.created_at`, sql`u.id`),
  })
}

export async function getUpload(db: Db, person: Caller, id: string): Promise<StoredUpload> {
  const upload = await findOne<StoredUpload>(db, {
    columns,
    from,
    where: sql`u.id = ${id} and ${sees(person)}`,
  })
  if (!upload) throw notFound('upload')
  return upload
}

/** For smaller files a job would cost more than the MD5. */
const MAX_MD5_ON_ARRIVAL = 16 * 1024 ** 2

export type UploadState = {
  _id: string
  file: string
  person: string
  length: number
  saved: SavedBytes
  digests: Digests | null
  /** Whether the MD5 is needed now. Otherwise a job computes it. */
  needsMd5: boolean
  published: boolean
  error: { code: string; detail: string } | null
  metadata: Record<string, string | null>
  /** ISO 8601, as tus sends it. */
  created: string
}

/** For the service itself, without a visibility check. */
export async function findUploadState(db: Db, id: string): Promise<UploadState | undefined> {
  const { rows } = await sql<UploadState>`
    select u.id as "_id", u.file_id as file, u.person_id as person, u.length, u.saved_bytes as saved,
      u.published_at is not null as published, u.error, u.metadata,
      to_json(u.created_at) #>> '{}' as created,
      case when u.sha256 is not null then json_build_object('md5', u.md5, 'sha256', u.sha256) end
        as digests,
      u.length <= ${MAX_MD5_ON_ARRIVAL} or f.md5 is not null or f.id is null as "needsMd5"
    from upload u left join file f on f.studio_id = u.studio_id and f.id = u.file_id
    where u.id = ${id}`.execute(db)
  return rows[0]
}
