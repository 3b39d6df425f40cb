import type { RefObject } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PlayerController as Machine } from '../../player/player-controller.ts'
import type { Playback } from '../../player/use-playback.ts'
import type { Cue } from './timeline-props.ts'
import { burnInStyle, type AspectRatio } from './burn-in-style.ts'
import { BurnedInLines } from './burned-in-lines.tsx'
import { cuesAt } from './visible-cues.ts'
import styles from './video-frame.module.css'

export type ShownText = 'text' | 'source' | 'none'
type Props = {
  media: RefObject<HTMLVideoElement | null>
  machine: Machine | null
  playback: Playback
  poster: string | null
  cues: Cue[]
  language: string
  shape: AspectRatio
  words: ShownText
}

/** The film in the frame it is ordered for, with the lines of this moment over it. */
export function VideoFrame({
  media,
  machine,
  playback,
  poster,
  cues,
  language,
  shape,
  words,
}: Props) {
  const { t } = useTranslation()
  const [across, down] = shape.split(':')
  // A line is there from its first frame on; the middle of one is where a player stands.
  const now = cuesAt(cues, playback.time * 1000)
  return (
    <div
      className={styles.room}
      data-shape={shape}
      style={{ '--across': across, '--down': down } as React.CSSProperties}
      dir="ltr"
    >
      <div className={styles.frame} data-testid="frame">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its captions are what is written here */}
        <video
          ref={media}
          className={styles.picture}
          poster={poster ?? undefined}
          preload="none"
          playsInline
          onClick={() => machine?.toggle()}
        />
        {words !== 'none' && (
          <BurnedInLines
            cues={now}
            from={words}
            language={language}
            lettering={burnInStyle(shape, words === 'text' ? language : '')}
          />
        )}
      </div>
      {playback.isWaiting && (
        <span className={styles.waiting} role="status">
          <Loader size="sm" color="white" />
          <span className="unseen">{t('loading')}</span>
        </span>
      )}
    </div>
  )
}
