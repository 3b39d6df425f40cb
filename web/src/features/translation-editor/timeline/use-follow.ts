import { useEffect, useEffectEvent, useState } from 'react'
import type { PlayerController } from '../../player/player-controller.ts'
import type { PlaybackState } from '../../player/use-playback.ts'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import { cuesAt } from './visible-cues.ts'

const KEY = 'reelay.editor.follow'
export type Follow = { isOn: boolean; toggle: () => void }
type Options = Pick<TimelineProps, 'cues' | 'selected' | 'onSelect' | 'isCueing'> & {
  controller: PlayerController | null
  playback: PlaybackState
}

/**
 * The picture goes to the start of a selected line, and the line at the playhead is selected. Lines
 * that are cued on the fly follow nothing: the film plays on, and the next line has old times.
 */
export function useFollow(options: Options): Follow {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) !== 'off')
  useSeekToSelection(isOn, options)
  useSelectAtPlayhead(isOn, options)
  const toggle = () => {
    localStorage.setItem(KEY, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return { isOn, toggle }
}

function useSeekToSelection(isOn: boolean, { cues, selected, controller, isCueing }: Options) {
  const seek = useEffectEvent(() => {
    if (isCueing()) return
    const cue = cues.find(({ id }) => id === selected)
    if (cue && !isWithin(cue, currentMs(controller))) controller?.seek(secondsInside(cue))
  })
  useEffect(() => {
    if (isOn && controller && selected !== null) seek()
  }, [isOn, controller, selected])
}

/** Typing is never interrupted: while a field has the focus, the selection stays. */
function useSelectAtPlayhead(isOn: boolean, options: Options) {
  const { cues, selected, controller, playback, onSelect, isCueing } = options
  const timeMs = playback.time * 1000
  // A page that was just opened keeps the line of its URL.
  const [hasMoved, setHasMoved] = useState(false)
  useEffect(() => {
    if (timeMs > 0) setHasMoved(true)
  }, [timeMs > 0])
  const lineId = isOn && hasMoved ? lineToSelect(cues, timeMs, selected) : undefined
  const select = useEffectEvent((id: string) => {
    if (isCueing()) return
    // The rendered time may be older than a seek to the line that was just selected.
    const currentId = lineToSelect(cues, currentMs(controller), selected)
    if (currentId === id && !isTyping()) onSelect(id)
  })
  useEffect(() => {
    if (lineId !== undefined) select(lineId)
  }, [lineId])
}

const currentMs = (controller: PlayerController | null) => (controller?.currentTime() ?? 0) * 1000

const isWithin = ({ startMs, stopMs }: TimelineCue, ms: number) => startMs <= ms && ms < stopMs

/** Players round down to the frame before, so this is a little after the start. */
const secondsInside = ({ startMs, stopMs }: TimelineCue) =>
  (startMs + Math.min(2, (stopMs - startMs) / 2)) / 1000

/** The line at a time. Undefined if there is none, or if the selected line is at the time, too. */
export function lineToSelect(
  cues: readonly TimelineCue[],
  ms: number,
  selected: string | null,
): string | undefined {
  const visible = cuesAt(cues, ms)
  return visible.some(({ id }) => id === selected) ? undefined : visible[0]?.id
}

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
