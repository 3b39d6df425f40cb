// What is made of an order: which pictures in which frames, and which subtitle files.
import type { Frame, VideoTrack } from '../../media/types.ts'
import { rastersOf, type Standard } from '../../renditions/rules/targets.ts'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import type { Encode, WorkRequest } from '../../workrequests/contract.ts'

export type Wanted = Pick<Encode, 'kind' | 'use' | 'value'>
type Ordered = Pick<WorkRequest, 'uses' | 'dcp'>

/** A DCP is packed and a poster printed by others; these get subtitle files at most. */
const RENDERED: readonly string[] = ['Broadcast', 'Online', 'Theatrical', 'Streamingfile']
/** Where each subtitle file is asked for; null is everywhere. */
const SIDECARS: readonly { format: FormatName; use: string | null }[] = [
  { format: 'srt', use: null },
  { format: 'vtt', use: null },
  { format: 'ttml', use: null },
  { format: 'stl', use: 'Broadcast' },
  { format: 'dcp', use: 'Dcp' },
]

export const OFFLINE: Wanted = { kind: 'offline', use: '', value: '' }

export function deliverablesOf({ uses, dcp }: Ordered): Wanted[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const films = uses.items
    .filter((use) => RENDERED.includes(use))
    .flatMap((use) =>
      valuesOf(uses, use).map((value) => ({ kind: 'deliverable' as const, use, value })),
    )
  const sidecars = SIDECARS.filter(({ use }) => use === null || ordered.has(use))
  return [
    ...films,
    ...sidecars.map(({ format, use }) => ({
      kind: 'sidecar' as const,
      use: use ?? '',
      value: format,
    })),
  ]
}

/** Each detail once; a use that was ordered without one is made in its usual frame. */
function valuesOf({ details }: Ordered['uses'], use: string): string[] {
  const said = [
    ...new Set(
      (details as Record<string, { value: string }[] | undefined>)[use]?.map(({ value }) => value),
    ),
  ]
  return said.length ? said : ['']
}

export const isFormat = (name: string): name is FormatName =>
  (FORMAT_NAMES as readonly string[]).includes(name)

const [HD, SQUARE, TALL]: Frame[] = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
]

/**
 * The picture that was ordered. The whole film is in it, with black where the shapes differ: what
 * to cut away is for a person to say.
 */
export function frameFor(
  { use, value }: Pick<Wanted, 'use' | 'value'>,
  film: Pick<VideoTrack, 'width' | 'height' | 'aspect'>,
  standard: Standard | null,
): Frame {
  const [raster] = rastersOf(use, value, [standard ?? 'PAL']) ?? []
  if (!raster) return shapeOf(film) < 0.8 ? TALL! : shapeOf(film) < 1.25 ? SQUARE! : HD!
  const [width, height] = raster
  return isStandardDefinition(raster)
    ? { width, height, aspect: /4[:x]3/.test(value) ? 4 / 3 : 16 / 9 }
    : { width, height }
}

/** Standard definition is the one with pixels that are not square. */
const isStandardDefinition = ([width]: readonly number[]) => width === 720

/** An offline is looked at as the film is, no larger than a screen. */
export function offlineFrame({
  width,
  height,
  aspect,
}: Pick<VideoTrack, 'width' | 'height' | 'aspect'>): Frame {
  const shape = shapeOf({ width, height, aspect })
  const shorter = Math.min(1080, shape < 1 ? width : height)
  const even = (side: number) => Math.max(2, Math.round(side / 2) * 2)
  return shape < 1
    ? { width: even(shorter), height: even(shorter / shape) }
    : { width: even(shorter * shape), height: even(shorter) }
}

function shapeOf({
  width,
  height,
  aspect,
}: Pick<VideoTrack, 'width' | 'height' | 'aspect'>): number {
  const [across, down] = aspect.split(':').map(Number)
  return across && down ? across / down : width / height
}
