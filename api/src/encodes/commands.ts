import { sql } from 'kysely'
import { service, viewerOf } from '../access/queries/sight.ts'
import { registerMade, verifyFile } from '../files/commands.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { conflict, notFound } from '../kernel/problem.ts'
import type { Received } from '../kernel/storage/storage.ts'
import { showOffline } from '../offlines/commands/offlines.ts'
import { settle } from '../workrequests/commands/move.ts'
import { getWorkRequest, lockWorkRequest } from '../workrequests/queries.ts'
import type { Encode } from '../workrequests/contract.ts'
import { toBeMade, translationsOrdered } from '../workrequests/rules/materials.ts'
import type { StoredWorkRequest } from '../workrequests/rules/stored.ts'
import { findFilm, readSheets, type Film, type Job, type Sheets } from './queries.ts'
import { nameOf } from './rules/name.ts'
import { OFFLINE, deliverablesOf, type Wanted } from './rules/plan.ts'

export type Fault = { code: string; message: string }
export type Asked = { workRequest: string; make: 'offline' | 'deliverables'; by: string }

const NO_FILM: Fault = {
  code: 'encode.no-film',
  message:
    'The asset has no film to put subtitles into. Bring one; it is tried again when that has been looked into.',
}
const NO_DUB: Fault = {
  code: 'encode.no-dub',
  message:
    'A dubbed version is ordered, and there is no film with its sound in the material Dubbed. Bring one, or bring the version itself.',
}
const OUTDATED: Fault = {
  code: 'encode.outdated',
  message: 'The lines or the film changed while this was made, so it was not used.',
}
/** What failed here and not in the order is tried again whenever the order is looked at. */
export const NOT_MADE = 'encode.not-made'

/** Once for the same lines and the same film. */
export async function planEncodes(tx: Tx, { workRequest, make, by }: Asked): Promise<void> {
  await lockWorkRequest(tx, workRequest)
  const request = await getWorkRequest(tx, service, workRequest)
  if (toBeMade(request) !== make) return
  const [film, sheets] = [await findFilm(tx, workRequest), await readSheets(tx, workRequest)]
  const fault = faultOf(request, film)
  const version =
    make === 'offline' ? request.offlines.length + 1 : Math.max(1, request.offlines.length)
  for (const wanted of make === 'offline' ? [OFFLINE] : deliverablesOf(request)) {
    await insert(tx, {
      wanted,
      workRequest,
      version,
      by,
      madeFrom: madeFrom(request, sheets, film),
      fault: wanted.kind === 'sidecar' ? null : fault,
    })
  }
}

const faultOf = (request: StoredWorkRequest, film: Film | undefined): Fault | null =>
  film ? (isDubbed(request) && !film.own ? NO_DUB : null) : NO_FILM
const isDubbed = ({ dng }: StoredWorkRequest) =>
  Object.values(dng).some((choices) => choices.includes('Dubbed'))

function madeFrom(
  { dng }: StoredWorkRequest,
  { dialogue, graphics }: Sheets,
  film: Film | undefined,
): string {
  return [
    film?.file ?? 'no film',
    dialogue?.revision,
    graphics?.revision,
    dng.graphics.includes('Subtitled'),
  ].join(' ')
}

async function insert(
  tx: Tx,
  {
    wanted: { kind, use, value },
    workRequest,
    version,
    madeFrom,
    by,
    fault,
  }: {
    wanted: Wanted
    workRequest: string
    version: number
    madeFrom: string
    by: string
    fault: Fault | null
  },
) {
  const { rows } = await sql<{ id: string }>`
    insert into encode (work_request_id, kind, use, value, version, made_from, person_id, status, error)
    values (${workRequest}, ${kind}, ${use}, ${value}, ${version}, ${madeFrom}, ${by}, ${fault ? 'failed' : 'waiting'}, ${fault && JSON.stringify(fault)})
    on conflict (work_request_id, kind, use, value, made_from) do update set status = 'waiting', error = null, progress = 0 where encode.status = 'failed' and encode.error ->> 'code' = ${NOT_MADE}
    returning id`.execute(tx)
  if (rows[0] && !fault) await enqueue(tx, 'encode', { encode: rows[0].id })
}

/**
 * Somebody has seen to what kept it from being made. It is made of the lines and the film as they
 * are now.
 */
export async function retryEncode(
  tx: Tx,
  { workRequest, id, by }: { workRequest: string; id: string; by: Caller },
): Promise<Encode> {
  await lockWorkRequest(tx, workRequest)
  const seen = await getWorkRequest(tx, viewerOf(by), workRequest)
  const failed = seen.encodes.find(({ _id }) => _id === id)
  if (!failed) throw notFound('encode')
  if (failed.status !== 'failed')
    throw conflict('encode.not-failed', `It is ${failed.status}, so there is nothing to try again.`)
  const request = await getWorkRequest(tx, service, workRequest)
  if (toBeMade(request) !== (failed.kind === 'offline' ? 'offline' : 'deliverables'))
    throw conflict(
      'encode.not-wanted',
      `The order is ${request.status}, and this is not made for it now.`,
    )
  const [film, sheets] = [await findFilm(tx, workRequest), await readSheets(tx, workRequest)]
  const fault = failed.kind === 'sidecar' ? null : faultOf(request, film)
  if (fault) throw conflict(fault.code, fault.message)

  const { rows } = await sql`
    update encode set status = 'waiting', error = null, progress = 0, fence = 0, made_from = ${madeFrom(request, sheets, film)}
    where id = ${id} and not exists (select from encode other where (other.work_request_id, other.kind, other.use, other.value, other.made_from)
      = (${workRequest}, encode.kind, encode.use, encode.value, ${madeFrom(request, sheets, film)}) and other.id <> encode.id) returning id`.execute(
    tx,
  )
  if (!rows.length)
    throw conflict(
      'encode.replaced',
      'It was tried again already, from the lines and the film as they are now.',
    )
  await enqueue(tx, 'encode', { encode: id })
  return { ...failed, status: 'waiting', error: null, progress: 0 }
}

export async function beginEncode(db: Db, id: string, fence: number): Promise<void> {
  await sql`update encode set status = 'making', progress = 0, fence = ${fence} where id = ${id} and fence <= ${fence}`.execute(
    db,
  )
}

/** Who was given up tells no more. */
export async function tellProgress(
  db: Db,
  id: string,
  fence: number,
  progress: number,
): Promise<void> {
  await sql`update encode set progress = ${progress} where id = ${id} and fence = ${fence} and status = 'making'`.execute(
    db,
  )
}

/** The file, what it is for, and what follows from it, in one commit. */
export async function finishEncode(tx: Tx, job: Job, received: Received): Promise<void> {
  await lockWorkRequest(tx, job.workRequest)
  const request = await getWorkRequest(tx, service, job.workRequest)
  const [film, sheets] = [
    await findFilm(tx, job.workRequest),
    await readSheets(tx, job.workRequest),
  ]
  const wanted = job.kind === 'offline' ? 'offline' : 'deliverables'
  if (toBeMade(request) !== wanted || madeFrom(request, sheets, film) !== job.madeFrom) {
    await enqueue(tx, 'drop-bytes', { keys: [received.key] })
    return failEncode(tx, job.id, OUTDATED)
  }
  const name = nameOf(job, request, sheets)
  const file = await registerMade(tx, {
    studio: request.studio,
    project: request.project._id,
    asset: request.asset._id,
    name,
    language: request.language,
    country: request.territory || null,
    tags: [job.kind],
    embargo: { event: film?.embargoEvent ?? false, end: film?.embargoEnd ?? null },
    received,
    by: job.by,
  })
  await sql`update encode set status = 'ready', progress = 1, file_id = ${file}, error = null where id = ${job.id}`.execute(
    tx,
  )
  if (job.kind === 'offline') await show(tx, request, file, job.by)
  else await attach(tx, job, file, name)
}

/** It was made here from what is whole, so nobody waits until it has been looked into. */
async function show(tx: Tx, request: StoredWorkRequest, file: string, by: string) {
  await verifyFile(tx, file)
  await showOffline(tx, { request, file, by })
}

/** Subtitle files lie beside the versions: alone they are the delivery of nothing. */
export const SIDECARS = 'Sidecar'

/** What was made of older lines makes room for it. */
async function attach(
  tx: Tx,
  { id, workRequest, kind, use, value, by }: Job,
  file: string,
  name: string,
) {
  const bundle = kind === 'sidecar' ? SIDECARS : use
  await sql`
    delete from work_request_file where work_request_id = ${workRequest} and name = ${bundle} and file_id in (
      select file_id from encode where work_request_id = ${workRequest} and kind = ${kind} and use = ${use} and value = ${value} and id <> ${id})`.execute(
    tx,
  )
  await sql`
    insert into work_request_file (work_request_id, name, file_id, position, offered)
    select ${workRequest}, ${bundle}, ${file}, coalesce(max(position), 0) + 1, ${name} from work_request_file where work_request_id = ${workRequest} and name = ${bundle}`.execute(
    tx,
  )
  await settle(tx, workRequest, by)
}

export async function failEncode(tx: Tx, id: string, { code, message }: Fault): Promise<void> {
  await sql`update encode set status = 'failed', error = ${JSON.stringify({ code, message })} where id = ${id}`.execute(
    tx,
  )
}

/**
 * Which lines are shown: those of the dialogue, and those of the graphics where they were ordered
 * as subtitles.
 */
export function linesShown(request: StoredWorkRequest) {
  const ordered = translationsOrdered(request)
  const of = (translation: StoredWorkRequest['translation']) =>
    ordered.includes(translation) ? translation.lines : []
  return { dialogue: of(request.translation), graphics: of(request.graphicsTranslation) }
}
