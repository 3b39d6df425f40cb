import { sql } from 'kysely'
import { viewerOf } from '../access/queries/sight.ts'
import { fileInSight } from '../access/queries/references.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { emit } from '../kernel/events/emit.ts'
import { forbidden, invalid } from '../kernel/problem.ts'
import { idOf, type Ref } from '../kernel/schema.ts'
import type { Download } from './contract.ts'
import { columns } from './queries/columns.ts'
import type { Content } from './queries/content.ts'

/** One record for each file, and one event for all of a studio's. They are committed before the first byte leaves. */
export async function startDownloads(tx: Tx, { files, by }: { files: Ref[]; by: Caller }): Promise<Download[]> {
  for (const [index, ref] of files.entries()) {
    const file = await fileInSight(tx, viewerOf(by), ref, `/files/${index}`)
    if (!file.verified) throw invalid('file.unverified', 'The bytes of the file have not arrived yet.', [{ pointer: `/files/${index}`, message: 'is not verified' }])
  }
  const ids = [...new Set(files.map(idOf))]
  const { rows } = await sql<Download & { studio: string }>`
    with taken as (
      insert into download (studio_id, project_id, asset_id, file_id, person_id)
      select f.studio_id, f.project_id, f.asset_id, f.id, ${by._id} from file f where f.id = any (${ids}) returning *)
    select ${columns}, d.studio_id as studio from taken d order by d.id`.execute(tx)
  for (const [studio, taken] of Map.groupBy(rows, (row) => row.studio)) await emit(tx, { type: 'fd', from: by._id, studio, files: taken.map((row) => row.file._id) })
  return rows.map(({ studio: _studio, ...download }) => download)
}

/** A download that is resumed, or fetched by the link it was recorded for, belongs to the record of the last hour. */
export async function recordDownload(tx: Tx, { content, resumed, by }: { content: Content; resumed: boolean; by: Caller }): Promise<void> {
  if (!by.rights.has('file.download')) throw forbidden('right.missing', 'You need the right file.download for this.')
  if (resumed) {
    const { rows } = await sql`select from download where person_id = ${by._id} and file_id = ${content.file} and created_at > now() - interval '1 hour' limit 1`.execute(tx)
    if (rows.length) return
  }
  await startDownloads(tx, { files: [content.file], by })
}
