import { parseFrameRate } from '@reelay/subtitles'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import { conflict, invalid } from '../../kernel/http/contract/problem.ts'
import { loadEditResult, type StoredEditResult } from '../../lines/commands/edit.ts'
import { openTextTrackAt } from '../../lines/commands/outdated.ts'
import { saveEncodedLines } from '../../lines/commands/save.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { getVideoTiming } from '../../lines/queries/video-timing.ts'
import { getPreview } from '../../previews/queries.ts'
import type { ConformRequest, ConformResult, ConformSource } from '../contract/conform.ts'
import { getTranslation, resolveTranslationTrack } from '../queries.ts'
import { findFilmMapping, type PendingMatch } from './film-mapping.ts'
import {
  addAppliedLines,
  planLines,
  type ConformInput,
  type PlannedLines,
} from './tasks/conform.ts'

const CONFORM = new URL('./tasks/conform.ts', import.meta.url)
const planTask = task(CONFORM, planLines)
const addAppliedTask = task(CONFORM, addAppliedLines)

type Context = { db: Db; compute: Compute }
export type ConformPlan = PlannedLines & { revision: number }
/** The plan, or the films that must be compared first. */
export type PlannedConform = { plan: ConformPlan } | (PendingMatch & { revision: number })

/** Decides what happens to each line. No transaction is open meanwhile. */
export async function planConform(
  { db, compute }: Context,
  { id, by, request }: { id: string; by: Caller; request: ConformRequest },
): Promise<PlannedConform> {
  const viewer = viewerOf(by)
  const translation = await getTranslation(db, viewer, id)
  if (request.apply) {
    const { locked } = await resolveTranslationTrack(db, viewer, id)
    if (locked) throw locked
  }
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  if (request.revision !== undefined && request.revision !== revision)
    throw conflict(
      'conform.outdated',
      'The lines changed since the plan was made. Make a new plan.',
      { revision },
    )
  const mapping = await findMapping(db, viewer, translation.asset, request.by)
  if ('uncompared' in mapping) return { ...mapping, revision }
  const input: ConformInput = { ...mapping, lines, revision, request }
  const plan = await compute.run(planTask, input, {
    client: by._id,
    size: sizeOf(request.by, size),
  })
  return { plan: { ...plan, revision } }
}

/** A list that somebody sends may take longer to read than the lines. */
const sizeOf = (source: ConformSource, size: number) =>
  size + ('text' in source ? source.text.length : 0)

type FilmTiming = Pick<ConformInput, 'films' | 'rate'>

async function findMapping(
  db: Db,
  viewer: Viewer,
  asset: string,
  source: ConformSource,
): Promise<FilmTiming | PendingMatch> {
  if (source.kind !== 'films') {
    const { rate } = await getVideoTiming(db, viewer, asset)
    return { films: null, rate }
  }
  const [oldFilm, newFilm] = [
    await getFilm(db, viewer, { asset, id: source.from, pointer: '/by/from' }),
    await getFilm(db, viewer, { asset, id: source.to, pointer: '/by/to' }),
  ]
  if (oldFilm.file === newFilm.file)
    throw invalid('film.invalid', 'Choose two different films.', [
      { pointer: '/by/to', message: 'is the same film' },
    ])
  const mapping = await findFilmMapping(db, { old: oldFilm.file, new: newFilm.file })
  return 'films' in mapping ? { ...mapping, rate: newFilm.rate } : mapping
}

/** A preview of the asset with a picture, which the viewer can see. */
async function getFilm(
  db: Db,
  viewer: Viewer,
  { asset, id, pointer }: { asset: string; id: string; pointer: string },
) {
  const preview = await getPreview(db, viewer, id)
  const rate = parseFrameRate(preview.playback?.film?.frameRate ?? '')
  if (preview.asset !== asset || !rate)
    throw invalid(
      'film.invalid',
      'Choose a film of the asset of this translation. It must have been processed.',
      [{ pointer, message: 'is not a film of this asset' }],
    )
  return { file: preview.file, rate }
}

/** Saves the plan as one revision, so that the one before has every line as it was. */
export async function conformTranslation(
  tx: Tx,
  { id, by, plan }: { id: string; by: Caller; plan: ConformPlan },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrackAt(tx, {
    resolve: resolveTranslationTrack,
    id,
    by,
    revision: plan.revision,
  })
  const saved = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: by._id,
    action: 'conformed',
  })
  return loadEditResult(tx, { textTrack, ...saved, removedIds: plan.removedIds })
}

export async function presentConform(
  { compute }: Pick<Context, 'compute'>,
  { by, plan, saved }: { by: Caller; plan: ConformPlan; saved: StoredEditResult | null },
): Promise<JsonReply> {
  const { encodedResult } = plan
  const size = encodedResult.length + (saved?.size ?? 0)
  return new JsonReply(
    await compute.run(addAppliedTask, { encodedResult, applied: saved }, { client: by._id, size }),
  )
}

export const presentAnalyzing = ({
  progress,
  revision,
}: {
  progress: number
  revision: number
}): ConformResult => ({
  status: 'analyzing',
  progress,
  revision,
  matched: null,
  counts: { moved: 0, split: 0, dropped: 0, flagged: 0 },
  lines: [],
  applied: null,
})
