// Which renditions a file gets, and in which order.
import type { Step } from '../../files/contract.ts'
import type { Probe, MediaTask } from '../../media/types.ts'

/** Two worker pools: a film that takes hours to encode does not delay quick steps of others. */
export type StepJobKind = 'process-media' | 'transcode'
export const jobKindOf = (step: Step): StepJobKind =>
  ['ladder-720', 'ladder-360', 'picture', 'traceable'].includes(step)
    ? 'transcode'
    : 'process-media'

/** The steps after the probe. In each worker pool, the steps that make the file playable come first. */
export function stepsAfter(
  probe: Probe,
  { isTraceable = false }: { isTraceable?: boolean } = {},
): { step: Step; possible: boolean }[] {
  const step = (name: Step, possible = true) => ({ step: name, possible })
  if (probe.kind === 'image') return [step('image')]
  if (probe.kind === 'audio') return [step('ladder'), step('sound')]
  const { width = 0, height = 0 } = probe.video ?? {}
  return [
    step('copy', probe.copyable),
    step('poster'),
    step('storyboard'),
    step('sound', probe.audio.length > 0),
    ...(isTraceable ? [step('traceable')] : []),
    step('ladder-720'),
    step('ladder-360', Math.min(width, height) > 360),
    step('picture'),
  ]
}

type ProducingStep = Exclude<Step, 'probe'>
export const TASKS = {
  copy: { do: 'copy' },
  // The height is ignored for audio.
  ladder: { do: 'ladder', height: 360 },
  'ladder-720': { do: 'ladder', height: 720 },
  'ladder-360': { do: 'ladder', height: 360 },
  image: { do: 'image', widths: [320, 1280, 2560] },
  poster: { do: 'poster' },
  storyboard: { do: 'storyboard' },
  sound: { do: 'sound' },
  picture: { do: 'picture' },
  traceable: { do: 'traceable', height: 720 },
} as const satisfies Record<ProducingStep, MediaTask>

export type RenditionKind = 'hls' | 'image' | 'poster' | 'storyboard' | 'peaks' | 'traceable'
export type RenditionName = { kind: RenditionKind; variant: string }

/** The rendition that a step produces. `picture` only analyzes, so it produces none. */
export const RENDITION_NAMES: Record<
  Exclude<ProducingStep, 'picture' | 'traceable'>,
  RenditionName
> = {
  copy: { kind: 'hls', variant: 'source' },
  ladder: { kind: 'hls', variant: 'sound' },
  'ladder-720': { kind: 'hls', variant: '720p' },
  'ladder-360': { kind: 'hls', variant: '360p' },
  image: { kind: 'image', variant: '' },
  poster: { kind: 'poster', variant: '' },
  storyboard: { kind: 'storyboard', variant: '' },
  sound: { kind: 'peaks', variant: '' },
}

/** The two variants of a traceable film. Nobody gets one of them alone. */
export const TRACEABLE_NAMES = {
  a: { kind: 'traceable', variant: 'a' },
  b: { kind: 'traceable', variant: 'b' },
} as const satisfies Record<string, RenditionName>

export function renditionsOf(step: Step): RenditionName[] {
  if (step === 'probe' || step === 'picture') return []
  return step === 'traceable' ? Object.values(TRACEABLE_NAMES) : [RENDITION_NAMES[step]]
}

/** Steps that make a file playable. */
export const PLAYABLE_STEPS: readonly Step[] = [
  'copy',
  'ladder',
  'ladder-720',
  'ladder-360',
  'image',
]
/** The variant for one viewer, with their name burned in. */
export const WATERMARKED = 'marked'
/** The variant that mixes segments of the two marked ones for each viewer. */
export const TRACEABLE = 'traceable'
/** Best first: players start with the first variant. */
export const VARIANTS: readonly string[] = [
  'source',
  '720p',
  '360p',
  'sound',
  WATERMARKED,
  TRACEABLE,
]

/** The step does not apply to this file. Nothing is wrong with the file. */
export const isNotApplicable = (code: string) =>
  ['media.no-sound', 'media.no-picture', 'media.not-copyable'].includes(code)
