import type { StoredWorkRequest } from './stored.ts'

type Ordered = Pick<StoredWorkRequest, 'dng'>
type Made = Pick<
  StoredWorkRequest,
  'materials' | 'translation' | 'graphicsTranslation' | 'asset' | 'dng'
>

const includes = ({ dng }: Ordered, treatment: string) =>
  Object.values(dng).some((choices) => choices.includes(treatment))

/** What must be at hand before work can begin follows from what was ordered. */
export function materialsFor(ordered: Ordered): string[] {
  return [
    ...(includes(ordered, 'Dubbed') ? ['Dubbed'] : []),
    ...(ordered.dng.graphics.includes('Dedicated') ? ['Graphics'] : []),
    ...(includes(ordered, 'Subtitled') ? ['Subtitled'] : []),
  ]
}

/**
 * Subtitles are at hand when their translation was handed in; that material follows the translation
 * and is not set by hand.
 */
export const SUBTITLES_MATERIAL = 'Subtitled'

export function subtitlesState({
  translation,
  graphicsTranslation,
  dng,
}: Pick<Made, 'translation' | 'graphicsTranslation' | 'dng'>) {
  const ordered = orderedTranslations({ translation, graphicsTranslation, dng })
  return {
    complete: ordered.every(({ status }) => status === 'submitted' || status === 'approved'),
    approved: ordered.every(({ status }) => status === 'approved'),
  }
}

/**
 * The translations that a `Subtitled` choice asks for, of a request as it is stored or as it is
 * shown.
 */
export function orderedTranslations<T>({
  translation,
  graphicsTranslation,
  dng,
}: { translation: T; graphicsTranslation: T } & Ordered): T[] {
  const spoken = [...dng.dialogue, ...dng.narration].includes('Subtitled')
  return [
    ...(spoken ? [translation] : []),
    ...(dng.graphics.includes('Subtitled') ? [graphicsTranslation] : []),
  ]
}

/**
 * What the service is to make by itself now: an offline from approved lines, or, once that is
 * approved, what was ordered.
 */
export function nextAutosubsOutput(
  request: Pick<StoredWorkRequest, 'autosubs' | 'status' | 'facts'> & Made,
): 'offline' | 'deliverables' | undefined {
  const ordered = orderedTranslations(request)
  if (
    !request.autosubs ||
    ordered.length === 0 ||
    ordered.some(({ status }) => status !== 'approved')
  )
    return undefined
  if (request.status === 'approved') return 'deliverables'
  return ['in-progress', 'rejected'].includes(request.status) &&
    !request.facts.freshOffline &&
    openMaterials(request).length === 0
    ? 'offline'
    : undefined
}

/**
 * Materials that keep work from beginning: not complete, or not approved where the workflow asks
 * for it.
 */
export function openMaterials({
  materials,
  asset,
}: Pick<Made, 'materials'> & { asset: Pick<Made['asset'], 'workflow'> }): string[] {
  const needsApproval = asset.workflow.definition.requireGraphicsApproval
  return materials
    .filter(
      ({ name, complete, approved }) =>
        !complete || (name === 'Graphics' && needsApproval && !approved),
    )
    .map(({ name }) => name)
}
