// What is made of which bytes, and in which order.
import type { Step } from '../../files/contract.ts'
import type { Probe, Task } from '../../media/types.ts'

/** Two lanes, so that a film which takes hours to encode holds up nobody's quick look. */
export type Lane = 'media' | 'transcode'
export const laneOf = (step: Step): Lane =>
  ['ladder-720', 'ladder-360', 'picture'].includes(step) ? 'transcode' : 'media'

/**
 * What follows the probe, and what of that these bytes do not allow: first in each lane what makes
 * them playable.
 */
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

type Made = Exclude<Step, 'probe'>
export const TASKS = {
  copy: { do: 'copy' },
  // Of a sound there is no picture to be high.
  ladder: { do: 'ladder', height: 360 },
  'ladder-720': { do: 'ladder', height: 720 },
  'ladder-360': { do: 'ladder', height: 360 },
  image: { do: 'image', widths: [320, 1280, 2560] },
  poster: { do: 'poster' },
  storyboard: { do: 'storyboard' },
  sound: { do: 'sound' },
  picture: { do: 'picture' },
} as const satisfies Record<Made, Task>

export type Kind = 'hls' | 'image' | 'poster' | 'storyboard' | 'peaks'
export type Name = { kind: Kind; variant: string }

/** The rendition a step leaves; of the picture there is nothing but what was found. */
export const NAMES: Record<Exclude<Made, 'picture'>, Name> = {
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
export const PLAYS: readonly Step[] = ['copy', 'ladder', 'ladder-720', 'ladder-360', 'image']
/** For one viewer, with their name burned in. */
export const MARKED = 'marked'
/** Best first, as players like it. */
export const VARIANTS: readonly string[] = ['source', '720p', '360p', 'sound', MARKED]

/** Not a fault of the file: there was nothing for this step to do. */
export const isNothingToDo = (code: string) =>
  ['media.no-sound', 'media.no-picture', 'media.not-copyable'].includes(code)
