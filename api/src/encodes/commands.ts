import { viewerOf } from '../access/queries/visibility.ts'
import { serviceViewer } from '../access/queries/viewers.ts'
import { registerGeneratedFile, verifyFile } from '../files/commands.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { conflict, notFound, throwIfRejected } from '../kernel/http/contract/problem.ts'
import type { PublishedObject } from '../kernel/storage/storage.ts'
import { addOffline } from '../offlines/commands/offlines.ts'
import { setVendors } from '../workrequests/commands/vendor-files.ts'
import { advance } from '../workrequests/commands/move.ts'
import { getWorkRequest, lockWorkRequest } from '../workrequests/queries/work-requests.ts'
import type { Encode } from '../workrequests/contract.ts'
import { checkAccepted } from '../workrequests/rules/assignment.ts'
import { nextAutosubsOutput, rendersGraphics } from '../workrequests/rules/materials.ts'
import type { StoredWorkRequest } from '../workrequests/rules/stored.ts'
import {
  findFilm,
  readEncodeContext,
  type SourceFilm,
  type EncodeJob,
  type EncodeContext,
} from './queries.ts'
import { encodeFileName } from './rules/name.ts'
import { outputOf, planOutput, type EncodeOutput, type PlannedEncode } from './rules/plan.ts'

export type EncodeError = { code: string; message: string }
export type PlanEncodesInput = { workRequest: string; make: EncodeOutput; by: string }

const NO_FILM: EncodeError = {
  code: 'encode.no-film',
  message:
    'The asset has no film for the subtitles. Upload one; the encode then restarts automatically.',
}
const NO_DUB: EncodeError = {
  code: 'encode.no-dub',
  message:
    'A dubbed version was ordered, but the material Dubbed has no film with the dubbed sound. ' +
    'Upload one, or upload the finished version.',
}
const OUTDATED: EncodeError = {
  code: 'encode.outdated',
  message: 'The lines or the film changed during the encode, so the result was discarded.',
}
/** A failure of the service, not of the order. It is retried whenever the order is planned again. */
export const SERVICE_FAILURE = 'encode.not-made'

/** Enqueues the encodes of a work request, once for the same lines and the same film. */
export async function planEncodes(
  tx: Tx,
  { workRequest, make, by }: PlanEncodesInput,
): Promise<void> {
  await lockWorkRequest(tx, workRequest)
  const request = await getWorkRequest(tx, serviceViewer, workRequest)
  if (!isWanted(request, make)) return
  const [film, context] = [
    await findFilm(tx, workRequest),
    await readEncodeContext(tx, workRequest),
  ]
  const version =
    make === 'offline' ? request.offlines.length + 1 : Math.max(1, request.offlines.length)
  for (const planned of planOutput(request, make, context.deliveries)) {
    await insertEncode(tx, {
      planned,
      request,
      version,
      by,
      sourceDigest: sourceDigest(planned, request, context, film),
      blocker: findBlocker(planned, request, film),
    })
  }
}

const isWanted = (request: StoredWorkRequest, output: EncodeOutput) =>
  output === 'graphics' ? rendersGraphics(request) : nextAutosubsOutput(request) === output

function findBlocker(
  { kind }: Pick<PlannedEncode, 'kind'>,
  request: StoredWorkRequest,
  film: SourceFilm | undefined,
): EncodeError | null {
  if (kind === 'sidecar') return null
  if (!film) return NO_FILM
  return kind !== 'graphics' && isDubbed(request) && !film.own ? NO_DUB : null
}
const isDubbed = ({ dng }: StoredWorkRequest) =>
  Object.values(dng).some((choices) => choices.includes('Dubbed'))

function sourceDigest(
  { kind }: Pick<PlannedEncode, 'kind'>,
  { dng, dualLanguages }: StoredWorkRequest,
  { dialogue, graphics }: EncodeContext,
  film: SourceFilm | undefined,
): string {
  return [
    film?.file ?? 'no film',
    ...(kind === 'graphics'
      ? [graphics?.revision]
      : [dialogue?.revision, graphics?.revision, dng.graphics.includes('Subtitled')]),
    ...(dualLanguages ? ['both languages'] : []),
  ].join(' ')
}

async function insertEncode(
  tx: Tx,
  {
    planned: { kind, use, value },
    request,
    version,
    sourceDigest,
    by,
    blocker,
  }: {
    planned: PlannedEncode
    request: StoredWorkRequest
    version: number
    sourceDigest: string
    by: string
    blocker: EncodeError | null
  },
) {
  const { rows } = await sql<{ id: string }>`
    insert into encode (
      studio_id, work_request_id, kind, use, value, version, source_digest, person_id, status, error
    )
    values (
      ${request.studio}, ${request._id}, ${kind}, ${use}, ${value}, ${version}, ${sourceDigest},
      ${by}, ${blocker ? 'failed' : 'waiting'}, ${blocker && JSON.stringify(blocker)}
    )
    on conflict (studio_id, work_request_id, kind, use, value, source_digest) do update
      set status = 'waiting', error = null, progress = 0
      where encode.status = 'failed' and encode.error ->> 'code' = ${SERVICE_FAILURE}
    returning id`.execute(tx)
  if (rows[0] && !blocker) await enqueue(tx, 'encode', { encode: rows[0].id })
}

/** Retries with the current lines and the current film. */
export async function retryEncode(
  tx: Tx,
  { workRequest, id, by }: { workRequest: string; id: string; by: Caller },
): Promise<Encode> {
  await lockWorkRequest(tx, workRequest)
  const seen = await getWorkRequest(tx, viewerOf(by), workRequest)
  const failed = seen.encodes.find(({ _id }) => _id === id)
  if (!failed) throw notFound('encode')
  throwIfRejected(checkAccepted(seen, callerIn(by, seen.studio)))
  if (failed.status !== 'failed')
    throw conflict(
      'encode.not-failed',
      `This encode is ${failed.status}. Only a failed encode can be retried.`,
    )
  const request = await getWorkRequest(tx, serviceViewer, workRequest)
  if (!isWanted(request, outputOf(failed)))
    throw conflict(
      'encode.not-needed',
      `The work request is ${request.status}, so this encode is not needed now.`,
    )
  const [film, context] = [
    await findFilm(tx, workRequest),
    await readEncodeContext(tx, workRequest),
  ]
  const blocker = findBlocker(failed, request, film)
  if (blocker) throw conflict(blocker.code, blocker.message)

  const digest = sourceDigest(failed, request, context, film)
  const { rows } = await sql`
    update encode
    set status = 'waiting', error = null, progress = 0, fence = 0, source_digest = ${digest}
    where id = ${id} and not exists (
      select from encode duplicate
      where duplicate.work_request_id = ${workRequest} and duplicate.kind = encode.kind
        and duplicate.use = encode.use and duplicate.value = encode.value
        and duplicate.source_digest = ${digest} and duplicate.id <> encode.id
    )
    returning id`.execute(tx)
  if (!rows.length)
    throw conflict(
      'encode.already-retried',
      'This encode was already retried with the current lines and film.',
    )
  await enqueue(tx, 'encode', { encode: id })
  return { ...failed, status: 'waiting', error: null, progress: 0 }
}

export async function beginEncode(db: Db, id: string, fence: number): Promise<void> {
  await sql`
    update encode set status = 'making', progress = 0, fence = ${fence}
    where id = ${id} and fence <= ${fence}`.execute(db)
}

/** Ignores progress from an abandoned job. */
export async function saveProgress(
  db: Db,
  id: string,
  fence: number,
  progress: number,
): Promise<void> {
  await sql`
    update encode set progress = ${progress}
    where id = ${id} and fence = ${fence} and status = 'making'`.execute(db)
}

/** Registers the file and attaches it to the work request, in one commit. */
export async function finishEncode(tx: Tx, job: EncodeJob, output: PublishedObject): Promise<void> {
  await lockWorkRequest(tx, job.workRequest)
  const request = await getWorkRequest(tx, serviceViewer, job.workRequest)
  const [film, context] = [
    await findFilm(tx, job.workRequest),
    await readEncodeContext(tx, job.workRequest),
  ]
  if (
    !isWanted(request, outputOf(job)) ||
    sourceDigest(job, request, context, film) !== job.sourceDigest
  ) {
    await enqueue(tx, 'delete-objects', { keys: [output.key] })
    return failEncode(tx, job.id, OUTDATED)
  }
  const name = encodeFileName(job, request, context)
  const file = await registerGeneratedFile(tx, {
    studio: request.studio,
    project: request.project._id,
    asset: request.asset._id,
    name,
    language: request.language,
    country: request.territory || null,
    tags: [job.kind],
    embargo: { event: film?.embargoEvent ?? false, end: film?.embargoEnd ?? null },
    received: output,
    by: job.by,
  })
  await sql`
    update encode set status = 'ready', progress = 1, file_id = ${file}, error = null
    where id = ${job.id}`.execute(tx)
  if (job.kind === 'offline') await insertOffline(tx, request, file, job.by)
  else if (job.kind === 'graphics')
    await setVendors(tx, { request: job.workRequest, files: [file], attachedBy: job.by })
  else await attachFile(tx, job, { studio: request.studio, file, name })
}

/** The service produced this file from verified input, so it is verified without a probe. */
async function insertOffline(tx: Tx, request: StoredWorkRequest, file: string, by: string) {
  await verifyFile(tx, file)
  await addOffline(tx, { request, file, by })
}

/** The bundle for subtitle files. They accompany versions and do not complete a use alone. */
export const SIDECAR_BUNDLE = 'Sidecar'

/** Replaces the files that were produced from older lines. */
async function attachFile(
  tx: Tx,
  { id, workRequest, kind, use, value, by }: EncodeJob,
  { studio, file, name }: { studio: string; file: string; name: string },
) {
  const bundle = kind === 'sidecar' ? SIDECAR_BUNDLE : use
  await sql`
    delete from work_request_file
    where work_request_id = ${workRequest} and name = ${bundle} and file_id in (
      select file_id from encode
      where work_request_id = ${workRequest} and kind = ${kind} and use = ${use}
        and value = ${value} and id <> ${id}
    )`.execute(tx)
  await sql`
    insert into work_request_file (
      studio_id, work_request_id, name, file_id, position, delivery_name)
    select ${studio}, ${workRequest}, ${bundle}, ${file}, coalesce(max(position), 0) + 1, ${name}
    from work_request_file
    where work_request_id = ${workRequest} and name = ${bundle}`.execute(tx)
  await setVendors(tx, { request: workRequest, files: [file], attachedBy: by })
  await advance(tx, workRequest, by)
}

export async function failEncode(
  tx: Tx,
  id: string,
  { code, message }: EncodeError,
): Promise<void> {
  await sql`
    update encode set status = 'failed', error = ${JSON.stringify({ code, message })}
    where id = ${id}`.execute(tx)
}
