import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { VolumeIcon, MutedIcon } from '../../ui/icons/player-icons.tsx'
import type { PlayerSource } from './player-source.ts'
import styles from './synced-players.module.css'

type Props = {
  media: RefObject<HTMLVideoElement | null>
  source: PlayerSource
  isAudible: boolean
  onListen: () => void
  onToggle: () => void
  isMuted?: boolean
}

/** One of the two pictures, with its name and the switch for its sound. */
export function SyncedScreen({
  media,
  source: { label, poster },
  isAudible,
  onListen,
  onToggle,
  isMuted = false,
}: Props) {
  const { t } = useTranslation('player')
  return (
    <figure className={styles.screen}>
      <div className={styles.frame}>
        {/* There are no captions: the film is what is being localized. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={media}
          className={styles.video}
          poster={poster ?? undefined}
          preload="none"
          playsInline
          muted={isMuted}
          aria-label={label}
          onClick={onToggle}
        />
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.name} dir="auto">
          {label}
        </span>
        <button
          type="button"
          className={styles.listen}
          aria-pressed={isAudible}
          aria-label={t('compare.listen', { name: label })}
          title={t('compare.listen', { name: label })}
          onClick={onListen}
        >
          {isAudible ? <VolumeIcon /> : <MutedIcon />}
        </button>
      </figcaption>
    </figure>
  )
}
