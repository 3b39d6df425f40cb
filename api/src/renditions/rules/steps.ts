// Which renditions a file gets, and in which order.
import type { Step } from '../../files/contract.ts'
import type { Probe, MediaTask } from '../../media/types.ts'

/** Two worker pools: a film that takes hours to encode does not delay quick steps of others. */
export type StepJobKind = 'process-media' | 'transcode'
export const jobKindOf = (step: Step): StepJobKind =>
  ['ladder-720', 'ladder-360', 'picture'].includes(step) ? 'transcode' : 'process-media'

/** The steps after the probe. In each worker pool, the steps that make the file playable come first. */
export function stepsAfter(probe: Probe): { step: Step; possible: boolean }[] {
  const step = (name: Step, possible = true) => ({ step: name, possible })
  if (probe.kind === 'image') return [step('image')]
  if (probe.kind === 'audio') return [step('ladder'), step('sound')]
  const { width = 0, height = 0 } = probe.video ?? {}
  return [
    step('copy', probe.copyable),
    step('poster'),
    step('storyboard'),
    step('sound', probe.audio.length > 0),
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
} as const satisfies Record<ProducingStep, MediaTask>

export type RenditionKind = 'hls' | 'image' | 'poster' | 'storyboard' | 'peaks'
export type RenditionName = { kind: RenditionKind; variant: string }

/** The rendition that a step produces. `picture` only analyzes, so it produces none. */
export const RENDITION_NAMES: Record<Exclude<ProducingStep, 'picture'>, RenditionName> = {
  copy: { kind: 'hls', variant: 'source' },
  ladder: { kind: 'hls', variant: 'sound' },
  'ladder-720': { kind: 'hls', variant: '720p' },
  'ladder-360': { kind: 'hls', variant: '360p' },
  image: { kind: 'image', variant: '' },
  poster: { kind: 'poster', variant: '' },
  storyboard: { kind: 'storyboard', variant: '' },
  sound: { kind: 'peaks', variant: '' },
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
/** Best first: players start with the first variant. */
export const VARIANTS: readonly string[] = ['source', '720p', '360p', 'sound', WATERMARKED]

/** The step does not apply to this file. Nothing is wrong with the file. */
export const isNotApplicable = (code: string) =>
  ['media.no-sound', 'media.no-picture', 'media.not-copyable'].includes(code)
