import { useEffect, useState, type RefObject } from 'react'
import type { PlayerController } from './player-controller.ts'

export type Playback = {
  time: number
  isPlaying: boolean
  isWaiting: boolean
  volume: number
  isMuted: boolean
  speed: number
  duration: number | null
}
const INITIAL: Playback = {
  time: 0,
  isPlaying: false,
  isWaiting: false,
  volume: 1,
  isMuted: false,
  speed: 1,
  duration: null,
}
const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'volumechange',
  'ratechange',
  'emptied',
]

/** The state of a media element, updated on every frame while it plays and on its events. */
export function usePlayback(
  media: RefObject<HTMLMediaElement | null>,
  controller: PlayerController | null,
): Playback {
  const [playback, setPlayback] = useState(INITIAL)
  useEffect(() => {
    const element = media.current
    if (!element || !controller) return undefined
    let frame = 0
    let isWaiting = false
    const look = (event?: Event) => {
      if (event?.type === 'waiting') isWaiting = true
      if (event && ['playing', 'pause', 'seeked', 'emptied'].includes(event.type)) isWaiting = false
      const { paused, volume, muted, playbackRate, duration } = element
      setPlayback({
        time: controller.currentTime(),
        isPlaying: !paused,
        isWaiting,
        volume,
        isMuted: muted,
        speed: playbackRate,
        duration: Number.isFinite(duration) ? duration : null,
      })
      cancelAnimationFrame(frame)
      if (!paused) frame = requestAnimationFrame(() => look())
    }
    const listening = new AbortController()
    for (const type of EVENTS) element.addEventListener(type, look, listening)
    return () => {
      listening.abort()
      cancelAnimationFrame(frame)
    }
  }, [media, controller])
  return playback
}
