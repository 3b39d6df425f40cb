import { audienceOfDownload } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { getReferencedFile } from '../access/queries/references.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { emit } from '../kernel/events/emit.ts'
import { invalid } from '../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../kernel/http/contract/schema.ts'
import type { Download } from './contract.ts'
import {
  countRecentDownloads,
  lockBudget,
  markAlerted,
  secondsUntilBudgetFrees,
  findStudioToAlert,
} from './queries/budget.ts'
import { columns } from './queries/columns.ts'
import { damaged, listDamaged, type Content } from './queries/content.ts'
import { overBudget, planDownload } from './rules.ts'

type DownloadInput = { by: Caller; budget: number }
/** `share`: the share that shows the files to a guest. */
type RecordInput = DownloadInput & { files: string[]; share?: string }

/**
 * Creates one record per file and one event per studio, committed before the first byte is sent.
 */
export async function startDownloads(
  tx: Tx,
  { files, by, budget }: DownloadInput & { files: Ref[] },
): Promise<Download[]> {
  const records = []
  for (const [index, ref] of files.entries())
    records.push(await getReferencedFile(tx, viewerOf(by), ref, `/files/${index}`))
  const ids = [...new Set(files.map(idOf))]
  if ((await listDamaged(tx, ids)).length) throw damaged()
  const unverified = records.flatMap(({ verified }, index) =>
    verified ? [] : [{ pointer: `/files/${index}`, message: 'is not verified' }],
  )
  if (unverified.length)
    throw invalid('file.unverified', 'The file has not been uploaded yet.', unverified)
  return insertDownloads(tx, { files: ids, by, budget })
}

/** The caller has checked that the person may download these files. */
export async function insertDownloads(
  tx: Tx,
  { files, by, budget, share }: RecordInput,
): Promise<Download[]> {
  if (files.length) await reserveBudget(tx, { files, by, budget })
  const { rows } = await sql<Download & { studio: string }>`
    with used as (
      insert into download (studio_id, project_id, asset_id, file_id, person_id, share_id)
      select f.studio_id, f.project_id, f.asset_id, f.id, ${by._id}, ${share ?? null} from file f
        where f.id = any (${files}) returning *)
    select ${columns}, d.studio_id as studio from used d order by d.id`.execute(tx)
  for (const [studio, used] of Map.groupBy(rows, (row) => row.studio)) {
    const taken = used.map(({ file }) => file._id)
    const notify = await audienceOfDownload(tx, studio, taken)
    await emit(tx, { type: 'fd', from: by._id, studio, files: taken, notify })
  }
  return rows.map(({ studio: _studio, ...download }) => download)
}

/**
 * A resumed download, or one through its recorded link, belongs to the record of the last hour.
 * Returns whether a record was created.
 */
export async function recordDownload(
  tx: Tx,
  { content, resumed, ...input }: DownloadInput & { content: Content; resumed: boolean },
): Promise<boolean> {
  if (resumed && (await listUnrecorded(tx, input.by, [content.file])).length === 0) return false
  const share = input.by.share?.id
  if (share) await insertDownloads(tx, { files: [content.file], share, ...input })
  else await startDownloads(tx, { files: [content.file], ...input })
  return true
}

/** The same for the files of an archive. Returns the files with a new record. */
export async function recordDownloads(
  tx: Tx,
  { files, resumed, ...input }: DownloadInput & { files: string[]; resumed: boolean },
): Promise<string[]> {
  const unrecorded = resumed ? await listUnrecorded(tx, input.by, files) : files
  if (unrecorded.length) await startDownloads(tx, { files: unrecorded, ...input })
  return unrecorded
}

/** The files that the person has not downloaded within the last hour. */
export async function listUnrecorded(tx: Tx, by: Caller, files: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select requested.id from unnest(${files}::text[]) requested (id)
    where not exists (
      select from download d
      where d.person_id = ${by._id} and d.file_id = requested.id and not d.opened
        and d.share_id is not distinct from ${by.share?.id ?? null}
        and d.created_at > now() - interval '1 hour')`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Counts under a row lock, so that concurrent requests cannot exceed the budget. */
async function reserveBudget(
  tx: Tx,
  { files, by, budget }: DownloadInput & { files: string[] },
): Promise<void> {
  await lockBudget(tx, by._id)
  const used = await countRecentDownloads(tx, by._id)
  const plan = planDownload({ used, requested: files.length, budget })
  if (!plan.ok)
    throw overBudget(
      budget,
      plan.over > used ? undefined : await secondsUntilBudgetFrees(tx, by._id, plan.over),
    )
  if (plan.alert) await emitBudgetAlert(tx, { files, by, budget })
}

/** Alerts the studio at most once per window. Names nothing that an embargo could hide. */
export async function emitBudgetAlert(
  tx: Tx,
  { files, by, budget }: DownloadInput & { files: string[] },
): Promise<void> {
  const { alerted } = await lockBudget(tx, by._id)
  if (alerted) return
  await markAlerted(tx, by._id)
  const { studio, users } = await findStudioToAlert(tx, by._id, files)
  await emit(tx, {
    type: 'dlb',
    from: by._id,
    studio,
    details: { budget: String(budget) },
    notify: { users, groups: [] },
  })
}

/** An archive that is resumed later need not read the object again. */
export async function saveChecksum(db: Db, key: string, checksum: number): Promise<void> {
  await sql`update object set crc32 = ${checksum} where key = ${key} and crc32 is null`.execute(db)
}
