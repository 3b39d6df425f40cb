import { hasEnded } from '../../files/rules.ts'
import type { StepState } from '../../files/contract.ts'
import type { Probe } from '../../media/types.ts'
import type { Sign } from '../../kernel/view.ts'
import type { Film, Showing } from '../contract.ts'
import { PLAYS, type Kind } from './steps.ts'

/**
 * What is known of how a file can be shown; null where it is no media. `marks`: its studio burns
 * the viewer's name into films.
 */
export type StoredShowing = {
  kind: Probe['kind'] | null
  duration: number | null
  film: Film | null
  made: Kind[]
  steps: StepState[]
  marks: boolean
} | null

/** Fields that every record which plays a file has. `at` is the record's own path. */
export function presentShowing(showing: StoredShowing, at: string, sign: Sign): Showing {
  const address = (kind: Kind) =>
    showing?.made.includes(kind) && mayShow(kind, showing) ? sign(`${at}/${kind}`) : null
  return {
    ...progressOf(showing),
    duration: showing?.duration ?? null,
    film: showing?.film ?? null,
    poster: address('poster'),
    storyboard: address('storyboard'),
    peaks: address('peaks'),
  }
}

/**
 * A poster is large enough to be worth stealing, so where films are marked it is not shown; the
 * pictures of a storyboard are 160 pixels wide.
 */
const mayShow = (kind: Kind, { marks }: { marks: boolean }) => !(marks && kind === 'poster')

export function progressOf(showing: StoredShowing): Pick<Showing, 'status' | 'progress'> {
  if (!showing) return { status: 'none', progress: 0 }
  if (showing.made.some((kind) => kind === 'hls' || kind === 'image'))
    return { status: 'ready', progress: 1 }
  const { steps } = showing
  if (steps.every(({ status }) => status === 'waiting')) return { status: 'waiting', progress: 0 }
  // As long as the probe has not ended, nobody knows yet what will play.
  const towards = steps.filter(({ step }) => step === 'probe' || PLAYS.includes(step))
  if (towards.every(hasEnded)) return { status: 'failed', progress: 0 }
  return {
    status: 'making',
    progress: Math.max(
      0,
      ...towards
        .filter(({ step, status }) => step !== 'probe' && status === 'working')
        .map(({ progress }) => progress),
    ),
  }
}

/** Why nothing can be shown, in a sentence. */
export function whyNothing(showing: StoredShowing): string {
  const reason = showing?.steps.find(
    ({ step, reason: given }) => given && (step === 'probe' || PLAYS.includes(step)),
  )?.reason
  return reason?.message ?? 'The file is no film, sound or picture that can be shown here.'
}

/** What the tag of a record speaks of: a percent more is no change. */
export const steadyShowing = (showing: StoredShowing) =>
  showing && { ...showing, steps: showing.steps.map(({ progress: _progress, ...step }) => step) }
