import { useEffect, useState, type RefObject } from 'react'
import type { PlayerController } from './player-controller.ts'

export type PlaybackState = {
  time: number
  isPlaying: boolean
  isWaiting: boolean
  volume: number
  isMuted: boolean
  speed: number
  duration: number | null
  /** The end of what is encoded, in seconds. Null for a complete film. */
  readyUntil: number | null
}
const INITIAL: PlaybackState = {
  time: 0,
  isPlaying: false,
  isWaiting: false,
  volume: 1,
  isMuted: false,
  speed: 1,
  duration: null,
  readyUntil: null,
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
): PlaybackState {
  const [playback, setPlayback] = useState(INITIAL)
  useEffect(() => {
    const element = media.current
    if (!element || !controller) return undefined
    let frame = 0
    let isWaiting = false
    const update = (event?: Event) => {
      if (event?.type === 'waiting') isWaiting = true
      if (event && ['playing', 'pause', 'seeked', 'emptied'].includes(event.type)) isWaiting = false
      const { paused, volume, muted, playbackRate, duration } = element
      setPlayback({
        time: controller.currentTime(),
        isPlaying: !paused,
        isWaiting: isWaiting || controller.isWaiting(),
        volume,
        isMuted: muted,
        speed: playbackRate,
        duration: Number.isFinite(duration) ? duration : null,
        readyUntil: controller.readyUntil(),
      })
      cancelAnimationFrame(frame)
      if (!paused) frame = requestAnimationFrame(() => update())
    }
    const unmount = new AbortController()
    for (const type of EVENTS) element.addEventListener(type, update, { signal: unmount.signal })
    return () => {
      unmount.abort()
      cancelAnimationFrame(frame)
    }
  }, [media, controller])
  return playback
}
