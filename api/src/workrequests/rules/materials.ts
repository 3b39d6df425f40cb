import type { Status } from '../contract.ts'
import type { MovableRequest, StoredWorkRequest } from './stored.ts'

type Order = Pick<StoredWorkRequest, 'dng'>
type Progress = Pick<
  StoredWorkRequest,
  'materials' | 'translation' | 'graphicsTranslation' | 'asset' | 'dng'
>

const includes = ({ dng }: Order, treatment: string) =>
  Object.values(dng).some((choices) => choices.includes(treatment))

/** The materials that the ordered treatments need before work can begin. */
export function materialsFor(order: Order): string[] {
  return [
    ...(includes(order, 'Dubbed') ? ['Dubbed'] : []),
    ...(order.dng.graphics.includes('Dedicated') ? ['Graphics'] : []),
    ...(includes(order, 'Subtitled') ? ['Subtitled'] : []),
  ]
}

/** This material follows the status of its translations. It cannot be set directly. */
export const SUBTITLES_MATERIAL = 'Subtitled'

export function subtitlesState({
  translation,
  graphicsTranslation,
  dng,
}: Pick<Progress, 'translation' | 'graphicsTranslation' | 'dng'>) {
  const ordered = orderedTranslations({ translation, graphicsTranslation, dng })
  return {
    complete: ordered.every(({ status }) => status === 'submitted' || status === 'approved'),
    approved: ordered.every(({ status }) => status === 'approved'),
  }
}

/** The translations that a `Subtitled` treatment needs, of a stored or a presented request. */
export function orderedTranslations<T>({
  translation,
  graphicsTranslation,
  dng,
}: { translation: T; graphicsTranslation: T } & Order): T[] {
  const isSpokenSubtitled = [...dng.dialogue, ...dng.narration].includes('Subtitled')
  return [
    ...(isSpokenSubtitled ? [translation] : []),
    ...(dng.graphics.includes('Subtitled') ? [graphicsTranslation] : []),
  ]
}

/** `auto`: the service alone makes the version, from its subtitles. */
export const rendersSubtitles = ({
  auto,
  autosubs,
}: Pick<StoredWorkRequest, 'auto' | 'autosubs'>) => auto || autosubs

/**
 * What the service renders next: an offline from the approved lines, or the deliverables once the
 * offline is approved.
 */
export function nextAutosubsOutput(
  request: Pick<StoredWorkRequest, 'auto' | 'autosubs' | 'status' | 'conditions'> & Progress,
): 'offline' | 'deliverables' | undefined {
  const ordered = orderedTranslations(request)
  if (
    !rendersSubtitles(request) ||
    ordered.length === 0 ||
    ordered.some(({ status }) => status !== 'approved')
  )
    return undefined
  if (request.status === 'approved') return 'deliverables'
  return ['in-progress', 'rejected'].includes(request.status) &&
    !request.conditions.hasFreshOffline &&
    openMaterials(request).length === 0
    ? 'offline'
    : undefined
}

const WORKED_ON: readonly Status[] = [
  'submitted',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'rejected',
  'approved',
]

/**
 * Whether the service renders the translated graphics alone, for the people who make the version:
 * once they are approved, in orders of translated graphics.
 */
export const rendersGraphics = ({
  dng,
  status,
  assetCategory,
  graphicsTranslation,
}: Pick<StoredWorkRequest, 'status' | 'assetCategory'> & Progress) =>
  assetCategory === 'av' &&
  dng.graphics.some((treatment) => treatment === 'Subtitled' || treatment === 'Dedicated') &&
  graphicsTranslation.status === 'approved' &&
  graphicsTranslation.lines.length > 0 &&
  WORKED_ON.includes(status)

/** Materials that block the work: incomplete, or unapproved where the workflow requires it. */
export function openMaterials({
  materials,
  asset,
}: Pick<MovableRequest, 'materials' | 'asset'>): string[] {
  const needsApproval = asset.workflow.definition.requireGraphicsApproval
  return materials
    .filter(
      ({ name, complete, approved }) =>
        !complete || (name === 'Graphics' && needsApproval && !approved),
    )
    .map(({ name }) => name)
}
