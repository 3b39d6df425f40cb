import { sql } from 'kysely'
import { seesFile, viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
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

export async function contentOfFile(db: Db, person: Caller, id: string): Promise<Content> {
  const { rows } = await sql<Content & { verified: boolean; corrupt: boolean }>`
    select f.id as file, f.studio_id as studio, coalesce((select wf.delivery_name
      from work_request_file wf where wf.file_id = f.id and wf.delivery_name is not null
      order by wf.work_request_id, wf.name limit 1), f.name) as name, f.sha256 as key, f.length,
      f.mime, f.verified_at is not null as verified, o.corrupt_at is not null as corrupt
    from file f join asset a on a.id = f.asset_id left join object o on o.key = f.sha256
      where f.id = ${id} and ${seesFile(viewerOf(person))}`.execute(db)
  const found = rows[0]
  if (!found) throw notFound('file')
  if (!found.key) throw conflict('file.empty', 'The file has not been uploaded yet.')
  if (found.corrupt) throw damaged()
  if (!found.verified)
    throw new Problem(
      409,
      'file.unverified',
      'The file is still being processed. Try again in a moment.',
      {},
      { 'retry-after': '2' },
    )
  const { verified: _verified, corrupt: _corrupt, ...content } = found
  return content
}

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
