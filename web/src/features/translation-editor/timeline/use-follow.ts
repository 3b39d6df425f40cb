import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlayerController } from '../../player/player-controller.ts'
import type { PlaybackState } from '../../player/use-playback.ts'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import { cuesAt } from './visible-cues.ts'

const KEY = 'reelay.editor.follow'
export type Follow = { isOn: boolean; toggle: () => void }
type Options = Pick<
  TimelineProps,
  'cues' | 'selected' | 'onSelect' | 'isCueing' | 'onCueingEnd'
> & {
  controller: PlayerController | null
  playback: PlaybackState
}

/**
 * The picture goes to the start of a selected line, and the line at the playhead is selected. Typing
 * is never interrupted: while a field has the focus, the selection stays. Lines that are cued on the
 * fly follow nothing: the film plays on, and the next line has old times.
 */
export function useFollow(options: Options): Follow {
  const { cues, selected, controller, playback, onSelect, isCueing, onCueingEnd } = options
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) !== 'off')
  const timeMs = playback.time * 1000
  // A page that was just opened keeps the line of its URL.
  const hasMoved = useRef(false)
  if (timeMs > 0) hasMoved.current = true
  const atPlayhead = isOn && hasMoved.current ? lineAt(cues, timeMs, selected) : undefined

  const seekToSelected = useEffectEvent(() => {
    if (isCueing()) return
    const cue = cues.find(({ id }) => id === selected)
    const nowMs = (controller?.currentTime() ?? 0) * 1000
    if (cue && !isWithin(cue, nowMs)) controller?.seek(secondsInside(cue))
  })
  useEffect(() => {
    if (isOn && controller && selected !== null) seekToSelected()
  }, [isOn, controller, selected])

  const selectAtPlayhead = useEffectEvent((id: string) => {
    if (isCueing()) return
    // The rendered time may be older than a seek to the line that was just selected.
    const now = lineAt(cues, (controller?.currentTime() ?? 0) * 1000, selected)
    if (now === id && !isTyping()) onSelect(id)
  })
  useEffect(() => {
    if (atPlayhead !== undefined) selectAtPlayhead(atPlayhead)
  }, [atPlayhead])

  const endCueing = useEffectEvent(onCueingEnd)
  useEffect(() => {
    if (!playback.isPlaying) endCueing()
  }, [playback.isPlaying])

  const toggle = () => {
    localStorage.setItem(KEY, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return { isOn, toggle }
}

const isWithin = ({ startMs, stopMs }: TimelineCue, ms: number) => startMs <= ms && ms < stopMs

/** Players round down to the frame before, so this is a little after the start. */
const secondsInside = ({ startMs, stopMs }: TimelineCue) =>
  (startMs + Math.min(2, (stopMs - startMs) / 2)) / 1000

/** The selected line stays if it is among those at the playhead. */
export function lineAt(
  cues: readonly TimelineCue[],
  ms: number,
  selected: string | null,
): string | undefined {
  const found = cuesAt(cues, ms)
  return found.some(({ id }) => id === selected) ? undefined : found[0]?.id
}

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
