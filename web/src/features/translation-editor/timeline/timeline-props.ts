// What the stage is given and what it says back. The list of lines stands beside it and keeps the
// state.
import type { previews } from '@reelay/api/contract'

/**
 * A line as the stage knows it. `text` is the four-tag fragment. Where it says no place, it stands
 * below in the middle.
 */
export type Cue = {
  id: string
  startMs: number
  stopMs: number
  text: string
  source: string
  hasError: boolean
  isGraphics: boolean
  alignment?: string | undefined
  textAlign?: string | undefined
}

/** The keys of the film, for who stands outside. */
export type TimelinePlayer = {
  timeMs: () => number
  play: () => void
  pause: () => void
  seek: (ms: number) => void
  playRange: (startMs: number, stopMs: number) => void
  frameMs: number
  cutsMs: number[]
}

export type TimelineProps = {
  preview: previews.Preview | null
  cues: Cue[]
  selected: string | null
  language: string
  readOnly: boolean
  deck: (deck: TimelinePlayer) => void
  onSelect: (id: string) => void
  onTime: (id: string, startMs: number, stopMs: number) => void
  onAdd: (startMs: number, stopMs: number) => void
}
