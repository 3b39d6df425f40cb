// Where the edges of a line may lie: on frames, drawn to shot changes, and never nearer to a
// neighbour than the rules allow.
import { frameToMs, msToFrame, parseFrameRate } from '@reelay/subtitles'
import { DEFAULT_PROFILE, profileFor } from '@reelay/subtitles/profiles'
import type { Cue } from './timeline-props.ts'

/** `gap` is how many frames two lines keep apart, and how many a line ends before a cut. */
export type Grid = {
  rate: { num: number; den: number }
  cutsMs: number[]
  gap: number
  lengthMs: number
}
export type TimeSpan = { startMs: number; stopMs: number }
export type Edge = 'start' | 'stop' | 'both'

/** Where nothing is known of a picture, that of European television. */
const DEFAULT_RATE = { num: 25, den: 1 }
/** So near to a cut an edge goes there by itself. */
const SNAP_FRAMES = 4
/** Shorter than this a line cannot be taken hold of. */
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

/**
 * Where an edge that was pulled to `ms` comes to lie: on the cut or, at the end of a line, so many
 * frames before it; else on the nearest frame.
 */
export function snapToCut(ms: number, edge: 'start' | 'stop', grid: Grid): number {
  const places = grid.cutsMs.map((cut) =>
    edge === 'start' ? roundToFrame(cut, grid) : msAtFrame(frameAtMs(cut, grid) - grid.gap, grid),
  )
  const nearest = places.reduce<number | undefined>(
    (best, place) =>
      best === undefined || Math.abs(place - ms) < Math.abs(best - ms) ? place : best,
    undefined,
  )
  return nearest !== undefined && Math.abs(nearest - ms) <= SNAP_FRAMES * frameDurationMs(grid)
    ? nearest
    : roundToFrame(ms, grid)
}

/** What comes of pulling an edge, or the whole, to `pulled`. Not `snaps`: only frames count. */
export function dragTo(
  pulled: TimeSpan,
  edge: Edge,
  { was, room, grid, snaps }: { was: TimeSpan; room: TimeSpan; grid: Grid; snaps: boolean },
): TimeSpan {
  const place = (ms: number, of: 'start' | 'stop') =>
    snaps ? snapToCut(ms, of, grid) : roundToFrame(ms, grid)
  const least = MIN_FRAMES * frameDurationMs(grid)
  if (edge === 'start')
    return {
      startMs: clamp(
        place(pulled.startMs, 'start'),
        room.startMs,
        roundToFrame(was.stopMs - least, grid),
      ),
      stopMs: was.stopMs,
    }
  if (edge === 'stop')
    return {
      startMs: was.startMs,
      stopMs: clamp(
        place(pulled.stopMs, 'stop'),
        roundToFrame(was.startMs + least, grid),
        room.stopMs,
      ),
    }
  const frames = frameAtMs(was.stopMs, grid) - frameAtMs(was.startMs, grid)
  const startMs = clamp(
    place(pulled.startMs, 'start'),
    room.startMs,
    Math.max(room.startMs, msAtFrame(frameAtMs(room.stopMs, grid) - frames, grid)),
  )
  return { startMs, stopMs: msAtFrame(frameAtMs(startMs, grid) + frames, grid) }
}

/**
 * Between its neighbours of the same kind, with the gap to each. Who stands closer already may
 * stay, and come no nearer.
 */
export function freeSpan(cue: Cue, cues: readonly Cue[], grid: Grid): TimeSpan {
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

/** By so many frames, without being drawn to a cut: who counts frames means them. */
export function nudge(
  cue: Cue,
  edge: Edge,
  frames: number,
  cues: readonly Cue[],
  grid: Grid,
): TimeSpan {
  const by = (ms: number) => msAtFrame(frameAtMs(ms, grid) + frames, grid)
  return dragTo({ startMs: by(cue.startMs), stopMs: by(cue.stopMs) }, edge, {
    was: cue,
    room: freeSpan(cue, cues, grid),
    grid,
    snaps: false,
  })
}

/** An edge at the playhead. */
export function setEdge(
  cue: Cue,
  edge: 'start' | 'stop',
  ms: number,
  cues: readonly Cue[],
  grid: Grid,
): TimeSpan {
  return dragTo({ startMs: ms, stopMs: ms }, edge, {
    was: cue,
    room: freeSpan(cue, cues, grid),
    grid,
    snaps: false,
  })
}

const NEW_LINE_MS = 2_000
/** A new line from here on, as long as is usual and there is room; nothing where there is none. */
export function findNewLineSpan(
  ms: number,
  cues: readonly Cue[],
  grid: Grid,
): TimeSpan | undefined {
  const startMs = roundToFrame(ms, grid)
  const room = freeSpan(
    { id: '', startMs, stopMs: startMs, text: '', source: '', hasError: false, isGraphics: false },
    cues,
    grid,
  )
  const isTaken = cues.some(
    (cue) => !cue.isGraphics && cue.startMs <= startMs && startMs < cue.stopMs,
  )
  const stopMs = Math.min(roundToFrame(startMs + NEW_LINE_MS, grid), room.stopMs)
  return isTaken || stopMs - startMs < MIN_FRAMES * frameDurationMs(grid)
    ? undefined
    : { startMs, stopMs }
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
