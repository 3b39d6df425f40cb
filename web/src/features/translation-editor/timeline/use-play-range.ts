import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { onPlaybackTick } from '../../player/on-playback-tick.ts'
import type { PlayerController } from '../../player/player-controller.ts'

/** A position further outside the range means that the user has moved the playhead. */
const TOLERANCE_MS = 1_000

/** Plays from one time to another and stops there. Seeking elsewhere cancels it. */
export function usePlayRange(
  media: RefObject<HTMLVideoElement | null>,
  controller: PlayerController | null,
) {
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return useMemo(
    () => (startMs: number, stopMs: number) => {
      if (!controller || !media.current) return
      cancel.current?.()
      controller.seek(startMs / 1000)
      void controller.play()
      cancel.current = onPlaybackTick(media.current, () => {
        const ms = controller.currentTime() * 1000
        const isElsewhere = ms < startMs - TOLERANCE_MS || ms > stopMs + TOLERANCE_MS
        if (!isElsewhere && ms < stopMs) return
        cancel.current?.()
        if (!isElsewhere) controller.pause()
      })
    },
    [controller, media],
  )
}
