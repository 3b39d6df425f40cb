import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { offlines } from '@reelay/api/contract'
import { createDeck, type Deck } from '../../player/deck.ts'
import { keyOf } from '../../player/keys.ts'
import { useReel } from '../../player/reel.ts'
import { usePlayback } from '../../player/use-playback.ts'
import { kindOf, type Frames } from './frames.ts'

export type Watching = ReturnType<typeof useWatching>

/** The film of a version, counted in frames. Where it is a still, it stands at its one frame. */
export function useWatching(offline: offlines.Offline, frames: Frames) {
  const media = useRef<HTMLVideoElement>(null)
  const whole = useRef<HTMLElement>(null)
  const [deck, setDeck] = useState<Deck | null>(null)
  const [trouble, setTrouble] = useState<Error | null>(null)
  const reel = useReel('offline', offline)
  const kind = kindOf(offline)
  const isThere = offline.status === 'ready' && kind !== 'image'

  const addressOf = useEffectEvent(reel.addressOf)
  const rate = useEffectEvent(() => frames.rate)
  useEffect(() => {
    if (!isThere || !media.current) return undefined
    const made = createDeck(media.current, { addressOf: (anew) => addressOf(anew), onTrouble: setTrouble, rate: () => rate() })
    setDeck(made)
    return () => { made.close(); setDeck(null) }
  }, [isThere])

  const playback = usePlayback(media, deck)
  const seconds = offline.duration ?? playback.duration ?? 0
  const showWhole = () => void (document.fullscreenElement ? document.exitFullscreen() : whole.current?.requestFullscreen?.())
  return {
    kind, media, whole, deck, reel, playback, trouble, seconds, showWhole,
    frame: kind === 'image' ? 0 : frames.frameOf(playback.time),
    pause: () => deck?.pause(),
    seek: (frame: number) => deck?.seek(frames.secondsOf(frame)),
    keyOf: (event: KeyboardEvent) => (deck && media.current && event.target ? keyOf({ key: event.key, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey, target: event.target }, { deck, media: media.current, length: seconds, showWhole }) : undefined),
  }
}
