import { useEffect, useEffectEvent, useRef } from 'react'
import { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { createPlayerController } from '../player/player-controller.ts'
import { followPlayer } from '../player/sync-players.ts'
import { useSignedMedia } from '../player/use-signed-media.ts'
import { onPlaybackTick } from '../player/on-playback-tick.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { createFilmClock, mediaKindOf } from '../player/film-clock.ts'
import type { Film } from '../player/use-film.ts'
import type { CompareMode } from './compare-bar.tsx'
import styles from './review-stage.module.css'

type Props = {
  id: string
  /** The reviewed version, which leads. */
  film: Film
  mode: CompareMode
  /** The visible percentage when it is wiped over the other version. */
  wipe: number
  isAudible: boolean
}

/** An earlier version, in sync with the reviewed one. */
export function ComparePlayer({ id, film, mode, wipe, isAudible }: Props) {
  const { data: offline, error } = useEndpointQuery(offlines.getOffline, { params: { id } })
  if (error)
    return (
      <div className={styles.compared}>
        <ErrorAlert error={error} />
      </div>
    )
  return (
    <div
      className={styles.compared}
      data-mode={mode}
      style={mode === 'wipe' ? { clipPath: `inset(0 ${100 - wipe}% 0 0)` } : undefined}
      dir="ltr"
    >
      {offline &&
        (mediaKindOf(offline) === 'image' ? (
          <ComparedImage offline={offline} />
        ) : (
          <SyncedVideo offline={offline} film={film} isAudible={isAudible} />
        ))}
      {offline && <VersionLabel version={offline.version} />}
    </div>
  )
}

function VersionLabel({ version }: { version: number }) {
  const { t } = useTranslation('review')
  return (
    <span className={styles.versionLabel}>{t('version', { version: formatNumber(version) })}</span>
  )
}

function ComparedImage({ offline }: { offline: offlines.Offline }) {
  const { t } = useTranslation('review')
  const url = useRef(offline.path)
  return (
    <img
      className={styles.video}
      src={url.current}
      alt={t('player', { version: offline.version })}
    />
  )
}

function SyncedVideo({
  offline,
  film: { media: lead, controller: leadController },
  isAudible,
}: {
  offline: offlines.Offline
  film: Film
  isAudible: boolean
}) {
  const media = useRef<HTMLVideoElement>(null)
  const poster = useRef(offline.poster)
  const { getUrl } = useSignedMedia('offline', offline)
  const { rate } = createFilmClock(offline)
  const latestUrl = useEffectEvent(getUrl)
  useEffect(() => {
    const [leadMedia, followMedia] = [lead.current, media.current]
    if (!leadMedia || !followMedia || !leadController) return undefined
    const controller = createPlayerController(followMedia, {
      getUrl: (renew) => latestUrl(renew),
      onError: () => {},
      rate: () => null,
    })
    controller.seek(leadController.currentTime())
    const stop = onPlaybackTick(leadMedia, () =>
      followPlayer({
        lead: { controller: leadController, media: leadMedia },
        follow: { controller, media: followMedia },
        rate,
      }),
    )
    return () => {
      stop()
      controller.close()
    }
  }, [leadController, lead, rate])
  return (
    <video
      ref={media}
      className={styles.video}
      poster={poster.current ?? undefined}
      preload="none"
      playsInline
      muted={!isAudible}
      aria-hidden="true"
    />
  )
}
