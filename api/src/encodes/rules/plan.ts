// Which films, frame sizes and subtitle files a work request produces.
import type { FrameSize, VideoTrack } from '@reelay/media/types'
import { rastersOf, type TelevisionStandard } from '@reelay/media/delivery-targets'
import { DELIVERY_NAMES, type DeliveryName } from '@reelay/subtitles/delivery'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { DELIVERY_USES, type DeliveryRule } from '../../studios/contract.ts'
import { deliveryFor } from '../../studios/rules/deliveries.ts'
import type { Encode, WorkRequest } from '../../workrequests/contract.ts'

export type PlannedEncode = Pick<Encode, 'kind' | 'use' | 'value'>
type Ordered = Pick<WorkRequest, 'uses' | 'dcp' | 'territory' | 'language'>

/** Uses that get a film. DCPs are packaged elsewhere, so they only get subtitle files. */
const RENDERED: readonly string[] = ['Broadcast', 'Online', 'Theatrical', 'Streamingfile']
/** The use that needs each subtitle format; null for every use. */
const SIDECARS: readonly { format: FormatName; use: string | null }[] = [
  { format: 'srt', use: null },
  { format: 'vtt', use: null },
  { format: 'ttml', use: null },
  { format: 'stl', use: 'Broadcast' },
  { format: 'dcp', use: 'Dcp' },
]

/** What is rendered together. */
export type EncodeOutput = 'offline' | 'deliverables' | 'graphics'

const OFFLINE: PlannedEncode = { kind: 'offline', use: '', value: '' }
const GRAPHICS: PlannedEncode = { kind: 'graphics', use: '', value: '' }

export const planOutput = (
  order: Ordered,
  output: EncodeOutput,
  rules: readonly DeliveryRule[],
): PlannedEncode[] =>
  output === 'offline'
    ? [OFFLINE]
    : output === 'graphics'
      ? [GRAPHICS]
      : planDeliverables(order, rules)

export const outputOf = ({ kind }: Pick<PlannedEncode, 'kind'>): EncodeOutput =>
  kind === 'offline' || kind === 'graphics' ? kind : 'deliverables'

/** A use for which the studio has a delivery profile gets one file by it, instead of the usual one. */
export function planDeliverables(
  { uses, dcp, ...order }: Ordered,
  rules: readonly DeliveryRule[] = [],
): PlannedEncode[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const films = uses.items
    .filter((use) => RENDERED.includes(use))
    .flatMap((use) =>
      detailsOf(uses, use).map((value) => ({ kind: 'deliverable' as const, use, value })),
    )
  const profiles = DELIVERY_USES.filter((use) => ordered.has(use))
    .map((use) => deliveryFor(use, order, rules))
    .filter(({ isOwn }) => isOwn)
  const sidecars = SIDECARS.filter(
    ({ use }) =>
      use === null || (ordered.has(use) && !profiles.some((profile) => profile.use === use)),
  )
  return [
    ...films,
    ...sidecars.map(({ format, use }) => ({
      kind: 'sidecar' as const,
      use: use ?? '',
      value: format,
    })),
    ...profiles.map(({ use, profile }) => ({ kind: 'sidecar' as const, use, value: profile })),
  ]
}

/** Each detail once. A use without details gets one film in the default frame. */
function detailsOf({ details }: Ordered['uses'], use: string): string[] {
  const values = [
    ...new Set(
      (details as Record<string, { value: string }[] | undefined>)[use]?.map(({ value }) => value),
    ),
  ]
  return values.length ? values : ['']
}

export const isDelivery = (name: string): name is DeliveryName =>
  (DELIVERY_NAMES as readonly string[]).includes(name)
export const isFormat = (name: string): name is FormatName =>
  (FORMAT_NAMES as readonly string[]).includes(name)

const [HD, SQUARE, PORTRAIT]: FrameSize[] = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
]

/** The ordered frame. The film is letterboxed, never cropped: cropping is a person's decision. */
export function frameFor(
  { use, value }: Pick<PlannedEncode, 'use' | 'value'>,
  film: Pick<VideoTrack, 'width' | 'height' | 'aspect'>,
  standard: TelevisionStandard | null,
): FrameSize {
  const [raster] = rastersOf(use, value, [standard ?? 'PAL']) ?? []
  if (!raster) return aspectOf(film) < 0.8 ? PORTRAIT! : aspectOf(film) < 1.25 ? SQUARE! : HD!
  const [width, height] = raster
  return isStandardDefinition(raster)
    ? { width, height, aspect: /4[:x]3/.test(value) ? 4 / 3 : 16 / 9 }
    : { width, height }
}

/** Only standard definition has non-square pixels. */
const isStandardDefinition = ([width]: readonly number[]) => width === 720

/** Of the shorter side, in pixels. */
const MAX_SIDE = { offline: 1080, graphics: 2160 }

/** An offline and the graphics alone keep the shape of the film. */
export function filmFrame(
  { width, height, aspect }: Pick<VideoTrack, 'width' | 'height' | 'aspect'>,
  kind: 'offline' | 'graphics',
): FrameSize {
  const ratio = aspectOf({ width, height, aspect })
  const shorter = Math.min(MAX_SIDE[kind], ratio < 1 ? width : height)
  const even = (side: number) => Math.max(2, Math.round(side / 2) * 2)
  return ratio < 1
    ? { width: even(shorter), height: even(shorter / ratio) }
    : { width: even(shorter * ratio), height: even(shorter) }
}

function aspectOf({
  width,
  height,
  aspect,
}: Pick<VideoTrack, 'width' | 'height' | 'aspect'>): number {
  const [horizontal, vertical] = aspect.split(':').map(Number)
  return horizontal && vertical ? horizontal / vertical : width / height
}
