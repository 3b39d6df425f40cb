import { useRef } from 'react'
import type { offlines } from '@reelay/api/contract'
import { keyOf } from '../player/shortcuts.ts'
import { useReel } from '../player/use-media-urls.ts'
import { usePlayerController } from '../player/use-player-controller.ts'
import { usePlayback } from '../player/use-playback.ts'
import { useFullscreen } from '../player/use-fullscreen.ts'
import { kindOf, type Frames } from './frames.ts'

export type Watching = ReturnType<typeof useWatching>

/** The film of a version, counted in frames. Where it is a still, it stands at its one frame. */
export function useWatching(offline: offlines.Offline, frames: Frames) {
  const media = useRef<HTMLVideoElement>(null)
  const [whole, showWhole] = useFullscreen()
  const reel = useReel('offline', offline)
  const kind = kindOf(offline)
  const [deck, trouble] = usePlayerController(media, {
    addressOf: reel.addressOf,
    rate: frames.rate,
    isThere: offline.status === 'ready' && kind !== 'image',
  })
  const playback = usePlayback(media, deck)
  const seconds = offline.duration ?? playback.duration ?? 0
  return {
    kind,
    media,
    whole,
    deck,
    reel,
    playback,
    trouble,
    seconds,
    showWhole,
    frame: kind === 'image' ? 0 : frames.frameOf(playback.time),
    pause: () => deck?.pause(),
    seek: (frame: number) => deck?.seek(frames.secondsOf(frame)),
    keyOf: (event: KeyboardEvent) =>
      deck && media.current && event.target
        ? keyOf(
            {
              key: event.key,
              ctrlKey: event.ctrlKey,
              metaKey: event.metaKey,
              altKey: event.altKey,
              target: event.target,
            },
            { deck, media: media.current, length: seconds, showWhole },
          )
        : undefined,
  }
}
