import { useMemo, useRef } from 'react'
import type { renditions } from '@reelay/api/contract'
import { createFilmClock, mediaKindOf } from './film-clock.ts'
import { useReportedController, useStageFilm } from './stage.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { usePlayback } from './use-playback.ts'
import { usePlayerController } from './use-player-controller.ts'
import {
  useMediaOf,
  useSignedSource,
  type SignedMedia,
  type SignedKind,
  type SignedSource,
} from './use-signed-media.ts'
import { useTimeUnit } from './time-unit.ts'

export type Film = ReturnType<typeof useFilmOf>
type FilmRecord = { _id: string } & Pick<
  renditions.Playback,
  'status' | 'duration' | 'film' | 'storyboard' | 'peaks'
>

/**
 * The player of a preview, an offline or a file. A still image has one frame. `loadedAt` is when
 * the signed URLs of the record were loaded, if it is that of a list.
 */
export function useFilm(kind: SignedKind, record: FilmRecord & SignedMedia, loadedAt?: number) {
  const source = useSignedSource(kind, record._id)
  const known = loadedAt === undefined ? {} : { known: { record, at: loadedAt } }
  const film = useFilmOf({ ...source, ...known }, record)
  const { media, controller, clock } = film
  useStageFilm({ kind, _id: record._id, media, controller, clock })
  return film
}

export function useFilmOf(source: SignedSource, record: FilmRecord) {
  const media = useRef<HTMLVideoElement>(null)
  const [element, toggleFullscreen] = useFullscreen()
  const signed = useMediaOf(source, record, { storyboardOnHover: true })
  const kind = mediaKindOf(record)
  const unit = useTimeUnit()
  const { film, duration } = record
  const clock = useMemo(
    () => createFilmClock({ film, duration }, unit),
    // A refetched record has the same film.
    [film?.frameRate, film?.timecode, duration, unit],
  )
  const [plainController, error] = usePlayerController(media, {
    getUrl: signed.getUrl,
    rate: clock.rate,
    isAvailable: record.status === 'ready' && kind !== 'image',
  })
  const controller = useReportedController(plainController, media)
  const playback = usePlayback(media, controller)
  return {
    kind,
    media,
    element,
    clock,
    controller,
    signed,
    playback,
    error,
    seconds: duration ?? playback.duration ?? 0,
    toggleFullscreen,
    frame: kind === 'image' ? 0 : clock.frameOf(playback.time),
    pause: () => controller?.pause(),
    seek: (frame: number) => controller?.seek(clock.secondsOf(frame)),
  }
}
