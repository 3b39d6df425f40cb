import { seesFile, viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { Problem, conflict, notFound } from '../../kernel/http/contract/problem.ts'

/** The stored bytes of a file, found by id and never by joining paths. */
export type Content = {
  file: string
  studio: string
  name: string
  key: string
  length: number
  mime: string
}

/** With the checksum that a ZIP needs, once it is known. */
export type ArchivedContent = Content & { crc32: number | null }

type ContentRow = Omit<ArchivedContent, keyof Received> & {
  [F in keyof Received]: Received[F] | null
} & { verified: boolean; corrupt: boolean }
/** Stored together, when the bytes have arrived. */
type Received = Pick<Content, 'key' | 'length' | 'mime'>

export async function contentOfFile(db: Db, person: Caller, id: string): Promise<Content> {
  const [{ crc32: _crc32, ...content }] = (await contentOfFiles(db, person, [id])) as [
    ArchivedContent,
  ]
  return content
}

/**
 * In the given order. Throws if one of the files cannot be sent. `named` is what the caller named: a
 * download of a hidden file responds like an unknown one.
 */
export async function contentOfFiles(
  db: Db,
  person: Caller,
  ids: string[],
  named: 'file' | 'download' = 'file',
): Promise<ArchivedContent[]> {
  const { rows } = await sql<ContentRow>`
    select f.id as file, f.studio_id as studio, coalesce((select wf.delivery_name
      from work_request_file wf
        where wf.studio_id = f.studio_id and wf.file_id = f.id and wf.delivery_name is not null
      order by wf.work_request_id, wf.name limit 1), f.name) as name, f.sha256 as key, f.length,
      f.mime, f.verified_at is not null as verified, o.corrupt_at is not null as corrupt, o.crc32
    from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      left join object o on o.key = f.sha256
      where f.id = any (${ids}) and ${seesFile(viewerOf(person))}`.execute(db)
  const rowsByFile = new Map(rows.map((row) => [row.file, row]))
  return ids.map((id) => {
    const { verified, corrupt, key, length, mime, ...content } =
      rowsByFile.get(id) ?? missing(named)
    if (key === null || length === null || mime === null)
      throw conflict('file.empty', 'The file has not been uploaded yet.')
    if (corrupt) throw damaged()
    if (!verified) throw unverified()
    return { ...content, key, length, mime }
  })
}

const missing = (named: 'file' | 'download'): never => {
  throw named === 'download' ? notFound('download') : notFound('file')
}

const unverified = () =>
  new Problem(
    409,
    'file.unverified',
    'The file is still being processed. Try again in a moment.',
    {},
    { 'retry-after': '2' },
  )

/** Files that must not be sent, because their stored bytes are corrupt. */
export async function listDamaged(tx: Tx, files: string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select f.id from file f join object o on o.key = f.sha256 where f.id = any (${files})
    and o.corrupt_at is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

export const damaged = () =>
  conflict(
    'file.damaged',
    'The stored bytes of this file are damaged and cannot be downloaded. Upload the same bytes again to repair it.',
  )
