// Where the new cut of a film shows the parts of the old one.
import type { FrameRate } from '../cue.ts'

/** Milliseconds from the first frame. They may be fractions. */
export type TimeRange = { start: number; stop: number }

/**
 * Why a person must look at a part. `several-places`: the same picture is at more than one place.
 * `static`: nothing moves, so the position inside of the shot is not known. `speed`: the shot plays
 * at another speed. `replaced`: another picture is at the same place.
 */
export type ConformDoubt = 'several-places' | 'static' | 'speed' | 'replaced'

export type ConformSegment = { from: TimeRange; to: TimeRange; doubt: ConformDoubt | null }

/**
 * Parts of the old film that no segment covers have been removed, except those in `unclear`: they
 * may be in the new film, but nobody can say where.
 */
export type ConformMapping = { segments: ConformSegment[]; unclear: TimeRange[] }

/** 100 hours: later than every time that a cue can have. */
export const END_OF_TIME = 360_000_000

const whole = (to: (time: number) => number): ConformMapping => ({
  segments: [
    {
      from: { start: 0, stop: END_OF_TIME },
      to: { start: to(0), stop: to(END_OF_TIME) },
      doubt: null,
    },
  ],
  unclear: [],
})

/** Every cue moves by the same time. */
export const offsetMapping = (milliseconds: number): ConformMapping =>
  whole((time) => time + milliseconds)

/** The same frames at another rate: 25 frames at 24 frames per second take longer. */
export const stretchMapping = (from: FrameRate, to: FrameRate): ConformMapping =>
  whole((time) => (time * from.num * to.den) / (from.den * to.num))

export type SyncPoint = { from: number; to: number }

/** Two cues of which the new times are known. Everything else follows in proportion. */
export function twoPointMapping([first, second]: readonly [SyncPoint, SyncPoint]):
  | ConformMapping
  | undefined {
  const speed = (second.to - first.to) / (second.from - first.from)
  return Number.isFinite(speed) && speed >= 0.1 && speed <= 10
    ? whole((time) => first.to + (time - first.from) * speed)
    : undefined
}
