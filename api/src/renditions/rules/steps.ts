// Which renditions a file gets, and in which order.
import type { Step } from '../../files/contract.ts'
import type { MediaTask } from '@reelay/media/task'
import type { Probe } from '@reelay/media/types'

/**
 * Worker pools: those that look at a few pictures, those that read the whole file, and those that
 * decode the whole film. None waits for a slower one.
 */
export type StepJobKind = 'process-media' | 'scan-media' | 'transcode'
export function jobKindOf(step: Step): StepJobKind {
  if (['probe', 'poster', 'image'].includes(step)) return 'process-media'
  return ['copy', 'storyboard', 'sound'].includes(step) ? 'scan-media' : 'transcode'
}

/** The steps after the probe. In each worker pool, the steps that make the file playable come first. */
export function stepsAfter(
  probe: Probe,
  { isTraceable = false }: { isTraceable?: boolean } = {},
): { step: Step; possible: boolean }[] {
  const step = (name: Step, possible = true) => ({ step: name, possible })
  if (probe.kind === 'image') return [step('image')]
  if (probe.kind === 'audio') return [step('ladder'), step('sound')]
  return [
    step('copy', probe.copyable),
    step('poster'),
    step('storyboard'),
    step('sound', probe.audio.length > 0),
    ...(isTraceable ? [step('traceable')] : []),
    step('ladder'),
    step('picture'),
  ]
}

type ProducingStep = Exclude<Step, 'probe'>
export const TASKS = {
  copy: { do: 'copy' },
  ladder: { do: 'ladder', heights: [720, 360] },
  image: { do: 'image', widths: [320, 1280, 2560] },
  poster: { do: 'poster' },
  storyboard: { do: 'storyboard' },
  sound: { do: 'sound' },
  picture: { do: 'picture' },
  traceable: { do: 'traceable', height: 720 },
} as const satisfies Record<ProducingStep, MediaTask>

export type RenditionKind = 'hls' | 'image' | 'poster' | 'storyboard' | 'peaks' | 'traceable'
export type RenditionName = { kind: RenditionKind; variant: string }

/** The rendition that a step produces. */
export const RENDITION_NAMES = {
  copy: { kind: 'hls', variant: 'source' },
  image: { kind: 'image', variant: '' },
  poster: { kind: 'poster', variant: '' },
  storyboard: { kind: 'storyboard', variant: '' },
  sound: { kind: 'peaks', variant: '' },
} as const satisfies Partial<Record<Step, RenditionName>>

/** What `ladder` makes of a film, in the order of its heights, and of a sound. */
const LADDER_NAMES = {
  video: [
    { kind: 'hls', variant: '720p' },
    { kind: 'hls', variant: '360p' },
  ],
  audio: [{ kind: 'hls', variant: 'sound' }],
} as const satisfies Record<string, RenditionName[]>

/** The name of a rendition in segments. `rung` is its index if the step makes several. */
export const hlsNameOf = (
  step: 'copy' | 'ladder',
  { width }: { width: number | null },
  rung: number,
): RenditionName =>
  step === 'copy' ? RENDITION_NAMES.copy : LADDER_NAMES[width === null ? 'audio' : 'video'][rung]!

/** The two variants of a traceable film. Nobody gets one of them alone. */
export const TRACEABLE_NAMES = {
  a: { kind: 'traceable', variant: 'a' },
  b: { kind: 'traceable', variant: 'b' },
} as const satisfies Record<string, RenditionName>

export function renditionsOf(step: Step): RenditionName[] {
  if (step === 'probe' || step === 'picture') return []
  if (step === 'traceable') return Object.values(TRACEABLE_NAMES)
  return step === 'ladder' ? Object.values(LADDER_NAMES).flat() : [RENDITION_NAMES[step]]
}

/** Steps that make a file playable. */
export const PLAYABLE_STEPS: readonly Step[] = ['copy', 'ladder', 'image']

/** The step does not apply to this file. Nothing is wrong with the file. */
export const isNotApplicable = (code: string) =>
  ['media.no-sound', 'media.no-picture', 'media.not-copyable'].includes(code)
