// Where the edges of a line may be: on frames, snapped to shot changes, and no closer to a
// neighbour than the profile allows.
import { frameToMs, msToFrame, parseFrameRate } from '@reelay/subtitles'
import { DEFAULT_PROFILE, profileFor } from '@reelay/subtitles/profiles'
import type { TimelineCue } from './timeline-props.ts'

/** `gap` is the minimum number of frames between two lines, and between a line and a cut. */
export type Grid = {
  rate: { num: number; den: number }
  cutsMs: number[]
  gap: number
  lengthMs: number
}
export type CueSpan = { startMs: number; stopMs: number }
export type Edge = 'start' | 'stop' | 'both'

/** European television, if the frame rate is unknown. */
const DEFAULT_RATE = { num: 25, den: 1 }
/** An edge this close to a cut snaps to it. */
const SNAP_FRAMES = 4
/** A shorter line could not be grabbed. */
const MIN_FRAMES = 2

export function createGrid(
  film: { frameRate: string; cuts: number[] } | null,
  { lengthMs, language }: { lengthMs: number; language: string },
): Grid {
  const { minGap } = profileFor(DEFAULT_PROFILE, language).limits
  return {
    rate: parseFrameRate(film?.frameRate ?? '') ?? DEFAULT_RATE,
    cutsMs: (film?.cuts ?? []).map((cut) => Math.round(cut * 1000)),
    gap: minGap ?? 2,
    lengthMs,
  }
}

export const frameDurationMs = ({ rate: { num, den } }: Pick<Grid, 'rate'>): number =>
  (den * 1000) / num
export const frameAtMs = (ms: number, { rate }: Pick<Grid, 'rate'>): number => msToFrame(ms, rate)
const msAtFrame = (frame: number, { rate }: Grid): number => frameToMs(frame, rate)
const roundToFrame = (ms: number, grid: Grid): number => msAtFrame(frameAtMs(ms, grid), grid)

/** A start snaps to the cut, a stop to the gap before it; otherwise to the nearest frame. */
export function snapToCut(ms: number, edge: 'start' | 'stop', grid: Grid): number {
  const candidates = grid.cutsMs.map((cut) =>
    edge === 'start' ? roundToFrame(cut, grid) : msAtFrame(frameAtMs(cut, grid) - grid.gap, grid),
  )
  const nearest = candidates.reduce<number | undefined>(
    (best, candidate) =>
      best === undefined || Math.abs(candidate - ms) < Math.abs(best - ms) ? candidate : best,
    undefined,
  )
  return nearest !== undefined && Math.abs(nearest - ms) <= SNAP_FRAMES * frameDurationMs(grid)
    ? nearest
    : roundToFrame(ms, grid)
}

/** Drags an edge or the whole line to `target`. Without `snaps`, cuts are ignored. */
export function dragTo(
  target: CueSpan,
  edge: Edge,
  { from, free, grid, snaps }: { from: CueSpan; free: CueSpan; grid: Grid; snaps: boolean },
): CueSpan {
  const snap = (ms: number, side: 'start' | 'stop') =>
    snaps ? snapToCut(ms, side, grid) : roundToFrame(ms, grid)
  const minMs = MIN_FRAMES * frameDurationMs(grid)
  if (edge === 'start') {
    const latestStart = roundToFrame(from.stopMs - minMs, grid)
    const startMs = clamp(snap(target.startMs, 'start'), free.startMs, latestStart)
    return { startMs, stopMs: from.stopMs }
  }
  if (edge === 'stop') {
    const earliestStop = roundToFrame(from.startMs + minMs, grid)
    const stopMs = clamp(snap(target.stopMs, 'stop'), earliestStop, free.stopMs)
    return { startMs: from.startMs, stopMs }
  }
  const frames = frameAtMs(from.stopMs, grid) - frameAtMs(from.startMs, grid)
  const latestStart = msAtFrame(frameAtMs(free.stopMs, grid) - frames, grid)
  const startMs = clamp(
    snap(target.startMs, 'start'),
    free.startMs,
    Math.max(free.startMs, latestStart),
  )
  return { startMs, stopMs: msAtFrame(frameAtMs(startMs, grid) + frames, grid) }
}

/**
 * The room between the neighbours of the same kind, minus the gap to each. A line that is already
 * closer may stay but not move closer.
 */
export function freeSpan(cue: TimelineCue, cues: readonly TimelineCue[], grid: Grid): CueSpan {
  const others = cues.filter(({ id, isGraphics }) => id !== cue.id && isGraphics === cue.isGraphics)
  const before = Math.max(
    0,
    ...others
      .filter(({ startMs }) => startMs < cue.startMs)
      .map(({ stopMs }) => msAtFrame(frameAtMs(stopMs, grid) + grid.gap, grid)),
  )
  const after = Math.min(
    grid.lengthMs || Infinity,
    ...others
      .filter(({ startMs }) => startMs > cue.startMs)
      .map(({ startMs }) => msAtFrame(frameAtMs(startMs, grid) - grid.gap, grid)),
  )
  return { startMs: Math.min(before, cue.startMs), stopMs: Math.max(after, cue.stopMs) }
}

/** Moves by frames, without snapping to cuts. */
export function nudge(
  cue: TimelineCue,
  edge: Edge,
  frames: number,
  cues: readonly TimelineCue[],
  grid: Grid,
): CueSpan {
  const shift = (ms: number) => msAtFrame(frameAtMs(ms, grid) + frames, grid)
  return dragTo({ startMs: shift(cue.startMs), stopMs: shift(cue.stopMs) }, edge, {
    from: cue,
    free: freeSpan(cue, cues, grid),
    grid,
    snaps: false,
  })
}

/** Moves an edge to the playhead. */
export function setEdge(
  cue: TimelineCue,
  edge: 'start' | 'stop',
  ms: number,
  cues: readonly TimelineCue[],
  grid: Grid,
): CueSpan {
  return dragTo({ startMs: ms, stopMs: ms }, edge, {
    from: cue,
    free: freeSpan(cue, cues, grid),
    grid,
    snaps: false,
  })
}

const NEW_LINE_MS = 2_000
/** The times of a new line at `ms`, as long as fits; undefined if there is no room. */
export function findNewLineSpan(
  ms: number,
  cues: readonly TimelineCue[],
  grid: Grid,
): CueSpan | undefined {
  const startMs = roundToFrame(ms, grid)
  const free = freeSpan(
    { id: '', startMs, stopMs: startMs, text: '', source: '', hasError: false, isGraphics: false },
    cues,
    grid,
  )
  const isTaken = cues.some(
    (cue) => !cue.isGraphics && cue.startMs <= startMs && startMs < cue.stopMs,
  )
  const stopMs = Math.min(roundToFrame(startMs + NEW_LINE_MS, grid), free.stopMs)
  return isTaken || stopMs - startMs < MIN_FRAMES * frameDurationMs(grid)
    ? undefined
    : { startMs, stopMs }
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))
