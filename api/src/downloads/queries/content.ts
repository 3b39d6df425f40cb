import { sql } from 'kysely'
import { pastEmbargo, seesFile, seesPreview, seesWorkRequest, viewerOf } from '../../access/queries/sight.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Problem, notFound } from '../../kernel/problem.ts'

/** The bytes behind an address, found by id and never by joining paths. */
export type Content = { file: string; studio: string; project: string; asset: string; name: string; key: string; length: number; mime: string }

const columns = sql`f.id as file, f.studio_id as studio, f.project_id as project, f.asset_id as asset, f.name, f.sha256 as key, f.length, f.mime`

export async function contentOfFile(db: Db, person: Caller, id: string): Promise<Content> {
  const { rows } = await sql<Content>`select ${columns} from file f join asset a on a.id = f.asset_id where f.id = ${id} and ${seesFile(viewerOf(person))}`.execute(db)
  return ready(rows[0], 'file')
}

export async function contentOfPreview(db: Db, person: Caller, id: string): Promise<Content> {
  const { rows } = await sql<Content>`select ${columns} from preview v join file f on f.id = v.file_id join asset a on a.id = v.asset_id where v.id = ${id} and ${seesPreview(viewerOf(person))}`.execute(db)
  return ready(rows[0], 'preview')
}

export async function contentOfOffline(db: Db, person: Caller, id: string): Promise<Content> {
  const viewer = viewerOf(person)
  const { rows } = await sql<Content>`
    select ${columns} from offline o join work_request w on w.id = o.work_request_id join file f on f.id = o.file_id join asset a on a.id = o.asset_id
    where o.id = ${id} and ${seesWorkRequest(viewer)} and ${pastEmbargo(viewer)}`.execute(db)
  return ready(rows[0], 'offline')
}

function ready(found: Content | undefined, noun: string): Content {
  if (!found) throw notFound(noun)
  if (!found.key) throw new Problem(409, 'file.empty', 'The bytes of this file have not arrived yet.')
  return found
}
