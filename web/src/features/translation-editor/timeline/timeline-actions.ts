import type { PlayerController } from '../../player/player-controller.ts'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import { findNewLineSpan, nudge, setEdge, type Edge, type Grid, type CueSpan } from './snap.ts'
import type { TimelineWaveform } from './waveform.ts'

/** What a button or a shortcut can do; undefined where it is not possible now. */
export type TimelineActions = {
  controller: PlayerController
  nudge: ((edge: Edge, frames: number) => void) | undefined
  setEdge: ((edge: 'start' | 'stop') => void) | undefined
  playSelected: (() => void) | undefined
  addLine: (() => void) | undefined
  selectAdjacent: (lines: 1 | -1) => void
  zoomIn: () => void
  zoomOut: () => void
  zoomToFit: () => void
}

type Context = Pick<TimelineProps, 'cues' | 'selected' | 'readOnly' | 'onSelect' | 'onAdd'> & {
  controller: PlayerController
  grid: Grid
  timeMs: number
  waveform: () => TimelineWaveform | null
  playRange: (startMs: number, stopMs: number) => void
  moveTo: (cue: TimelineCue, times: CueSpan, edge: Edge) => void
}

export function createTimelineActions(context: Context): TimelineActions {
  const { cues, selected, readOnly, controller, grid, moveTo, playRange } = context
  const selectedIndex = cues.findIndex(({ id }) => id === selected)
  const cue = cues[selectedIndex]
  const editable = readOnly ? undefined : cue
  const newSpan = readOnly ? undefined : findNewLineSpan(context.timeMs, cues, grid)
  return {
    controller,
    nudge:
      editable &&
      ((edge, frames) => moveTo(editable, nudge(editable, edge, frames, cues, grid), edge)),
    setEdge:
      editable &&
      ((edge) => {
        const playheadMs = controller.currentTime() * 1000
        moveTo(editable, setEdge(editable, edge, playheadMs, cues, grid), edge)
      }),
    playSelected: cue && (() => playRange(cue.startMs, cue.stopMs)),
    addLine: newSpan && (() => context.onAdd(newSpan.startMs, newSpan.stopMs)),
    selectAdjacent: (lines) => {
      const next = cues[Math.max(0, selectedIndex + lines)]
      if (!next) return
      context.onSelect(next.id)
      controller.seek(next.startMs / 1000)
    },
    zoomIn: () => context.waveform()?.zoomIn(),
    zoomOut: () => context.waveform()?.zoomOut(),
    zoomToFit: () => context.waveform()?.zoomToFit(),
  }
}
