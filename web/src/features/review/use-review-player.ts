import { useRef } from 'react'
import type { offlines } from '@reelay/api/contract'
import { shortcutFor } from '../player/shortcuts.ts'
import { useSignedMedia } from '../player/use-signed-media.ts'
import { usePlayerController } from '../player/use-player-controller.ts'
import { usePlayback } from '../player/use-playback.ts'
import { useFullscreen } from '../player/use-fullscreen.ts'
import { mediaKindOf, type FrameMap } from './frames.ts'

export type ReviewPlayback = ReturnType<typeof useReviewPlayer>

/** The player of a version, counted in frames. A still image has one frame. */
export function useReviewPlayer(offline: offlines.Offline, frames: FrameMap) {
  const media = useRef<HTMLVideoElement>(null)
  const [element, toggleFullscreen] = useFullscreen()
  const signed = useSignedMedia('offline', offline)
  const kind = mediaKindOf(offline)
  const [controller, error] = usePlayerController(media, {
    getUrl: signed.getUrl,
    rate: frames.rate,
    isAvailable: offline.status === 'ready' && kind !== 'image',
  })
  const playback = usePlayback(media, controller)
  const seconds = offline.duration ?? playback.duration ?? 0
  return {
    kind,
    media,
    element,
    controller,
    signed,
    playback,
    error,
    seconds,
    toggleFullscreen,
    frame: kind === 'image' ? 0 : frames.frameOf(playback.time),
    pause: () => controller?.pause(),
    seek: (frame: number) => controller?.seek(frames.secondsOf(frame)),
    shortcutFor: (event: KeyboardEvent) =>
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
