import type { RefObject } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../wording.ts'
import type { Deck as Machine } from '../player/deck.ts'
import type { Playback } from '../player/use-playback.ts'
import type { Cue } from './contract.ts'
import { letteringOf, type Shape } from './lettering.ts'
import { Lines } from './line.tsx'
import { cuesAt } from './window.ts'
import styles from './screen.module.css'

export type Words = 'text' | 'source' | 'none'
type Parts = {
  media: RefObject<HTMLVideoElement | null>
  machine: Machine | null
  playback: Playback
  poster: string | null
  cues: Cue[]
  language: string
  shape: Shape
  words: Words
}

/** The film in the frame it is ordered for, with the lines of this moment over it. */
export function Screen({ media, machine, playback, poster, cues, language, shape, words }: Parts) {
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
          <Lines
            cues={now}
            from={words}
            language={language}
            lettering={letteringOf(shape, words === 'text' ? language : '')}
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
