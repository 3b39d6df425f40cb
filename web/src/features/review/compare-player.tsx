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
import { framesOf, kindOf } from './frames.ts'
import type { Watching } from './use-review-player.ts'
import styles from './review-player.module.css'

type Parts = {
  id: string
  watching: Watching
  /** How much of it lies over the other, in per cent; beside it where nothing is said. */ wipe:
    | number
    | undefined
}

/** An earlier version in step with the one that is reviewed. */
export function Beside({ id, watching, wipe }: Parts) {
  const { data: offline, error } = useEndpointQuery(offlines.getOffline, { params: { id } })
  if (error)
    return (
      <div className={styles.beside}>
        <ErrorAlert error={error} />
      </div>
    )
  return (
    <div
      className={styles.beside}
      style={wipe === undefined ? undefined : { clipPath: `inset(0 ${100 - wipe}% 0 0)` }}
      dir="ltr"
    >
      {offline &&
        (kindOf(offline) === 'image' ? (
          <Still offline={offline} />
        ) : (
          <InStep offline={offline} watching={watching} />
        ))}
      {offline && <Label version={offline.version} />}
    </div>
  )
}

function Label({ version }: { version: number }) {
  const { t } = useTranslation('review')
  return (
    <span className={styles.versionMark}>{t('version', { version: formatNumber(version) })}</span>
  )
}

function Still({ offline }: { offline: offlines.Offline }) {
  const { t } = useTranslation('review')
  const address = useRef(offline.path)
  return (
    <img
      className={styles.picture}
      src={address.current}
      alt={t('player', { version: offline.version })}
    />
  )
}

function InStep({
  offline,
  watching: { media: lead, controller: leader },
}: {
  offline: offlines.Offline
  watching: Watching
}) {
  const media = useRef<HTMLVideoElement>(null)
  const poster = useRef(offline.poster)
  const { getUrl } = useSignedMedia('offline', offline)
  const { rate } = framesOf(offline)
  const newestAddress = useEffectEvent(getUrl)
  useEffect(() => {
    const [first, second] = [lead.current, media.current]
    if (!first || !second || !leader) return undefined
    const controller = createPlayerController(second, {
      getUrl: (renew) => newestAddress(renew),
      onError: () => {},
      rate: () => null,
    })
    controller.seek(leader.currentTime())
    const stop = onPlaybackTick(first, () =>
      followPlayer({
        lead: { controller: leader, media: first },
        follow: { controller, media: second },
        rate,
      }),
    )
    return () => {
      stop()
      controller.close()
    }
  }, [leader, lead, rate])
  // Without sound: one hears the version that is reviewed.
  return (
    <video
      ref={media}
      className={styles.picture}
      poster={poster.current ?? undefined}
      preload="none"
      playsInline
      muted
      aria-hidden="true"
    />
  )
}
