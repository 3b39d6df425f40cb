import { useRef } from 'react'
import type { offlines } from '@reelay/api/contract'
import { shortcutFor } from '../player/shortcuts.ts'
import { useSignedMedia } from '../player/use-signed-media.ts'
import { usePlayerController } from '../player/use-player-controller.ts'
import { usePlayback } from '../player/use-playback.ts'
import { useFullscreen } from '../player/use-fullscreen.ts'
import { kindOf, type Frames } from './frames.ts'

export type Watching = ReturnType<typeof useWatching>

/** The film of a version, counted in frames. Where it is a still, it stands at its one frame. */
export function useWatching(offline: offlines.Offline, frames: Frames) {
  const media = useRef<HTMLVideoElement>(null)
  const [whole, toggleFullscreen] = useFullscreen()
  const reel = useSignedMedia('offline', offline)
  const kind = kindOf(offline)
  const [controller, error] = usePlayerController(media, {
    getUrl: reel.getUrl,
    rate: frames.rate,
    isAvailable: offline.status === 'ready' && kind !== 'image',
  })
  const playback = usePlayback(media, controller)
  const seconds = offline.duration ?? playback.duration ?? 0
  return {
    kind,
    media,
    whole,
    controller,
    reel,
    playback,
    error,
    seconds,
    toggleFullscreen,
    frame: kind === 'image' ? 0 : frames.frameOf(playback.time),
    pause: () => controller?.pause(),
    seek: (frame: number) => controller?.seek(frames.secondsOf(frame)),
    keyOf: (event: KeyboardEvent) =>
      controller && media.current && event.target
        ? shortcutFor(
            {
              key: event.key,
              ctrlKey: event.ctrlKey,
              metaKey: event.metaKey,
              altKey: event.altKey,
              target: event.target,
            },
            { controller, media: media.current, length: seconds, toggleFullscreen },
          )
        : undefined,
  }
}
