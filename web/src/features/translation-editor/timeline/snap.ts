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
export type Times = { startMs: number; stopMs: number }
export type Edge = 'start' | 'stop' | 'both'

/** Where nothing is known of a picture, that of European television. */
const USUAL = { num: 25, den: 1 }
/** So near to a cut an edge goes there by itself. */
const DRAW_FRAMES = 4
/** Shorter than this a line cannot be taken hold of. */
const LEAST_FRAMES = 2

export function gridOf(
  film: { frameRate: string; cuts: number[] } | null,
  { lengthMs, language }: { lengthMs: number; language: string },
): Grid {
  const { minGap } = profileFor(DEFAULT_PROFILE, language).limits
  return {
    rate: parseFrameRate(film?.frameRate ?? '') ?? USUAL,
    cutsMs: (film?.cuts ?? []).map((cut) => Math.round(cut * 1000)),
    gap: minGap ?? 2,
    lengthMs,
  }
}

export const frameMsOf = ({ rate: { num, den } }: Pick<Grid, 'rate'>): number => (den * 1000) / num
export const frameOf = (ms: number, { rate }: Pick<Grid, 'rate'>): number => msToFrame(ms, rate)
const msOf = (frame: number, { rate }: Grid): number => frameToMs(frame, rate)
const onFrame = (ms: number, grid: Grid): number => msOf(frameOf(ms, grid), grid)

/**
 * Where an edge that was pulled to `ms` comes to lie: on the cut or, at the end of a line, so many
 * frames before it; else on the nearest frame.
 */
export function drawn(ms: number, edge: 'start' | 'stop', grid: Grid): number {
  const places = grid.cutsMs.map((cut) =>
    edge === 'start' ? onFrame(cut, grid) : msOf(frameOf(cut, grid) - grid.gap, grid),
  )
  const nearest = places.reduce<number | undefined>(
    (best, place) =>
      best === undefined || Math.abs(place - ms) < Math.abs(best - ms) ? place : best,
    undefined,
  )
  return nearest !== undefined && Math.abs(nearest - ms) <= DRAW_FRAMES * frameMsOf(grid)
    ? nearest
    : onFrame(ms, grid)
}

/** What comes of pulling an edge, or the whole, to `pulled`. Not `snaps`: only frames count. */
export function pulledTo(
  pulled: Times,
  edge: Edge,
  { was, room, grid, snaps }: { was: Times; room: Times; grid: Grid; snaps: boolean },
): Times {
  const place = (ms: number, of: 'start' | 'stop') =>
    snaps ? drawn(ms, of, grid) : onFrame(ms, grid)
  const least = LEAST_FRAMES * frameMsOf(grid)
  if (edge === 'start')
    return {
      startMs: clamp(
        place(pulled.startMs, 'start'),
        room.startMs,
        onFrame(was.stopMs - least, grid),
      ),
      stopMs: was.stopMs,
    }
  if (edge === 'stop')
    return {
      startMs: was.startMs,
      stopMs: clamp(place(pulled.stopMs, 'stop'), onFrame(was.startMs + least, grid), room.stopMs),
    }
  const frames = frameOf(was.stopMs, grid) - frameOf(was.startMs, grid)
  const startMs = clamp(
    place(pulled.startMs, 'start'),
    room.startMs,
    Math.max(room.startMs, msOf(frameOf(room.stopMs, grid) - frames, grid)),
  )
  return { startMs, stopMs: msOf(frameOf(startMs, grid) + frames, grid) }
}

/**
 * Between its neighbours of the same kind, with the gap to each. Who stands closer already may
 * stay, and come no nearer.
 */
export function roomOf(cue: Cue, cues: readonly Cue[], grid: Grid): Times {
  const others = cues.filter(({ id, isGraphics }) => id !== cue.id && isGraphics === cue.isGraphics)
  const before = Math.max(
    0,
    ...others
      .filter(({ startMs }) => startMs < cue.startMs)
      .map(({ stopMs }) => msOf(frameOf(stopMs, grid) + grid.gap, grid)),
  )
  const after = Math.min(
    grid.lengthMs || Infinity,
    ...others
      .filter(({ startMs }) => startMs > cue.startMs)
      .map(({ startMs }) => msOf(frameOf(startMs, grid) - grid.gap, grid)),
  )
  return { startMs: Math.min(before, cue.startMs), stopMs: Math.max(after, cue.stopMs) }
}

/** By so many frames, without being drawn to a cut: who counts frames means them. */
export function nudged(
  cue: Cue,
  edge: Edge,
  frames: number,
  cues: readonly Cue[],
  grid: Grid,
): Times {
  const by = (ms: number) => msOf(frameOf(ms, grid) + frames, grid)
  return pulledTo({ startMs: by(cue.startMs), stopMs: by(cue.stopMs) }, edge, {
    was: cue,
    room: roomOf(cue, cues, grid),
    grid,
    snaps: false,
  })
}

/** An edge at the playhead. */
export function setTo(
  cue: Cue,
  edge: 'start' | 'stop',
  ms: number,
  cues: readonly Cue[],
  grid: Grid,
): Times {
  return pulledTo({ startMs: ms, stopMs: ms }, edge, {
    was: cue,
    room: roomOf(cue, cues, grid),
    grid,
    snaps: false,
  })
}

const NEW_MS = 2_000
/** A new line from here on, as long as is usual and there is room; nothing where there is none. */
export function newAt(ms: number, cues: readonly Cue[], grid: Grid): Times | undefined {
  const startMs = onFrame(ms, grid)
  const room = roomOf(
    { id: '', startMs, stopMs: startMs, text: '', source: '', hasError: false, isGraphics: false },
    cues,
    grid,
  )
  const isTaken = cues.some(
    (cue) => !cue.isGraphics && cue.startMs <= startMs && startMs < cue.stopMs,
  )
  const stopMs = Math.min(onFrame(startMs + NEW_MS, grid), room.stopMs)
  return isTaken || stopMs - startMs < LEAST_FRAMES * frameMsOf(grid)
    ? undefined
    : { startMs, stopMs }
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
