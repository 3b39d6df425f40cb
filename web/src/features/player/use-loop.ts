import { useEffect, useEffectEvent } from 'react'
import { onPlaybackTick } from './on-playback-tick.ts'
import type { Film } from './use-film.ts'

/** The first and the last frame. */
export type LoopRange = { first: number; last: number }

/** Repeats the film, or a range of it, while it plays. */
export function useLoop(
  { media, controller, clock }: Film,
  isOn: boolean,
  range: LoopRange | null,
) {
  useEffect(() => {
    if (media.current) media.current.loop = isOn && !range
  }, [isOn, range, media, controller])
  const tick = useEffectEvent((element: HTMLMediaElement) => {
    if (!range || element.paused || element.seeking) return
    const frame = clock.frameOf(element.currentTime)
    if (frame > range.last || frame < range.first)
      element.currentTime = clock.secondsOf(range.first)
  })
  const hasRange = range !== null
  useEffect(() => {
    const element = media.current
    if (!isOn || !hasRange || !element || !controller) return undefined
    return onPlaybackTick(element, () => tick(element))
  }, [isOn, hasRange, media, controller])
}
