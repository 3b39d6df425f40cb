// The interface of the timeline. The editor beside it holds the state.
import type { previews } from '@reelay/api/contract'

/** A line on the timeline. `text` is markup; without an alignment it is at the bottom centre. */
export type TimelineCue = {
  id: string
  startMs: number
  stopMs: number
  text: string
  source: string
  hasError: boolean
  isGraphics: boolean
  alignment?: string | undefined
  textAlign?: string | undefined
  /** In percent of the picture. */
  x?: number | undefined
  y?: number | undefined
  writingMode?: 'vertical-rl' | 'vertical-lr' | undefined
}

/** Controls the film from outside the timeline. */
export type TimelinePlayer = {
  timeMs: () => number
  isPlaying: () => boolean
  play: () => void
  pause: () => void
  seek: (ms: number) => void
  playRange: (startMs: number, stopMs: number) => void
  frameMs: number
  cutsMs: number[]
}

export type TimelineProps = {
  preview: previews.Preview | null
  cues: TimelineCue[]
  selected: string | null
  language: string
  readOnly: boolean
  onPlayerReady: (player: TimelinePlayer) => void
  onSelect: (id: string) => void
  onTimesChange: (id: string, startMs: number, stopMs: number) => void
  onAdd: (startMs: number, stopMs: number) => void
  isCueing: () => boolean
  onCueingEnd: () => void
}
