import type { RefObject } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PlayerController } from '../../player/player-controller.ts'
import type { PlaybackState } from '../../player/use-playback.ts'
import type { TimelineCue } from './timeline-props.ts'
import { burnInStyle, type AspectRatio } from './burn-in-style.ts'
import { BurnedInLines } from './burned-in-lines.tsx'
import { cuesAt } from './visible-cues.ts'
import styles from './video-frame.module.css'

export type ShownText = 'text' | 'source' | 'none'
type Props = {
  media: RefObject<HTMLVideoElement | null>
  controller: PlayerController | null
  playback: PlaybackState
  poster: string | null
  cues: TimelineCue[]
  language: string
  aspectRatio: AspectRatio
  shownText: ShownText
}

/** The film in the aspect ratio it will be delivered in, with the current lines over it. */
export function VideoFrame({
  media,
  controller,
  playback,
  poster,
  cues,
  language,
  aspectRatio,
  shownText,
}: Props) {
  const { t } = useTranslation()
  const [width, height] = aspectRatio.split(':')
  return (
    <div
      className={styles.screen}
      data-aspect-ratio={aspectRatio}
      style={{ '--aspect-width': width, '--aspect-height': height } as React.CSSProperties}
      dir="ltr"
    >
      <div className={styles.frame} data-testid="frame">
        {/* The captions are what is being written here. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={media}
          className={styles.video}
          poster={poster ?? undefined}
          preload="none"
          playsInline
          onClick={() => controller?.toggle()}
        />
        {shownText !== 'none' && (
          <BurnedInLines
            cues={cuesAt(cues, playback.time * 1000)}
            field={shownText}
            language={language}
            burnIn={burnInStyle(aspectRatio, shownText === 'text' ? language : '')}
          />
        )}
      </div>
      {playback.isWaiting && (
        <span className={styles.loading} role="status">
          <Loader size="sm" color="white" />
          <span className="visually-hidden">{t('loading')}</span>
        </span>
      )}
    </div>
  )
}
