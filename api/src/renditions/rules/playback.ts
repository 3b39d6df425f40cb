import { hasEnded } from '../../files/rules.ts'
import type { StepState } from '../../files/contract.ts'
import type { Probe } from '@reelay/media/types'
import type { Sign } from '../../kernel/http/contract/reply-context.ts'
import type { FilmInfo, Playback } from '../contract.ts'
import { PLAYABLE_STEPS, type RenditionKind } from './steps.ts'

/**
 * What is stored about the playback of a file; null for a file without media. `watermarks`: its
 * studio burns the viewer's name into films.
 */
export type StoredPlayback = {
  kind: Probe['kind'] | null
  duration: number | null
  film: FilmInfo | null
  renditions: RenditionKind[]
  steps: StepState[]
  watermarks: boolean
} | null

/** The playback fields of a record that plays a file. `path` is the record's own path. */
export function presentPlayback(playback: StoredPlayback, path: string, sign: Sign): Playback {
  const url = (kind: RenditionKind) =>
    playback?.renditions.includes(kind) && mayShow(kind, playback) ? sign(`${path}/${kind}`) : null
  return {
    ...playbackProgress(playback),
    duration: playback?.duration ?? null,
    film: playback?.film ?? null,
    poster: url('poster'),
    storyboard: url('storyboard'),
    peaks: url('peaks'),
  }
}

/** Pictures without the viewer's name. A studio that watermarks films shows none of them. */
export const UNMARKED_PICTURES: readonly RenditionKind[] = ['poster', 'storyboard']

const mayShow = (kind: RenditionKind, { watermarks }: { watermarks: boolean }) =>
  !(watermarks && UNMARKED_PICTURES.includes(kind))

export function playbackProgress(playback: StoredPlayback): Pick<Playback, 'status' | 'progress'> {
  if (!playback) return { status: 'none', progress: 0 }
  if (playback.renditions.some((kind) => kind === 'hls' || kind === 'image'))
    return { status: 'ready', progress: 1 }
  const { steps } = playback
  if (steps.every(({ status }) => status === 'waiting')) return { status: 'waiting', progress: 0 }
  // Which steps make the file playable is only known after the probe.
  const playableSteps = steps.filter(
    ({ step }) => step === 'probe' || PLAYABLE_STEPS.includes(step),
  )
  if (playableSteps.every(hasEnded)) return { status: 'failed', progress: 0 }
  return {
    status: 'making',
    progress: Math.max(
      0,
      ...playableSteps
        .filter(({ step, status }) => step !== 'probe' && status === 'working')
        .map(({ progress }) => progress),
    ),
  }
}

/** Why the file cannot be played, as a sentence. */
export function unplayableReason(playback: StoredPlayback): string {
  const reason = playback?.steps.find(
    (failed) => failed.reason && (failed.step === 'probe' || PLAYABLE_STEPS.includes(failed.step)),
  )?.reason
  return reason?.message ?? 'This file is not a video, audio or image file that can be played.'
}

/** Progress is not part of the ETag. */
export const withoutProgress = (playback: StoredPlayback) =>
  playback && { ...playback, steps: playback.steps.map(({ progress: _progress, ...step }) => step) }
