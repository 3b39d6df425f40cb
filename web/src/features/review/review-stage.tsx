import { useState } from 'react'
import type { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Player } from '../player/player.tsx'
import type { CaptionCue } from '../player/captions.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { ComparePlayer } from './compare-player.tsx'
import { CompareBar, type CompareMode } from './compare-bar.tsx'
import { CommentTimeline } from './comment-timeline.tsx'
import { Drawing } from './drawing.tsx'
import type { Review } from './use-review.ts'
import styles from './review-stage.module.css'

type Props = { review: Review; cues: readonly CaptionCue[] }

/** The reviewed version with drawings and comments, and another version to compare with. */
export function ReviewStage({ review, cues }: Props) {
  const { t } = useTranslation('review')
  const [mode, setMode] = useState<CompareMode>('side')
  const [wipe, setWipe] = useState(50)
  const [audible, setAudible] = useState<'this' | 'other'>('this')
  const { offline, film, threads, draft, setDraft, selected, compareWith } = review
  const [imageAspect, setImageAspect] = useState('16:9')
  const aspect = film.kind === 'image' ? imageAspect : (offline.film?.aspect ?? '16:9')
  if (offline.status !== 'ready') return <NotReady offline={offline} />
  const listen = (side: 'this' | 'other') => {
    setAudible(side)
    if (film.media.current) film.media.current.muted = side === 'other'
  }
  const endComparison = () => {
    listen('this')
    review.compare(undefined)
  }
  return (
    <Player
      label={t('player', { version: offline.version })}
      film={film}
      poster={offline.poster}
      aspect={aspect}
      image={film.kind === 'image' ? offline.path : undefined}
      onImageSize={(width, height) => setImageAspect(`${width}:${height}`)}
      mode={compareWith ? mode : undefined}
      cues={cues}
      range={draft.span}
      pageShortcut={review.shortcutFor}
      top={
        compareWith && (
          <CompareBar
            mode={mode}
            onMode={setMode}
            wipe={wipe}
            onWipe={setWipe}
            audible={film.kind === 'image' ? undefined : audible}
            onListen={listen}
            onClose={endComparison}
          />
        )
      }
      overlay={
        film.kind !== 'audio' && (
          <Drawing
            aspect={aspect}
            frame={film.frame}
            threads={threads}
            draft={draft}
            setDraft={setDraft}
            onStart={film.pause}
            onEnd={() => review.field.current?.focus()}
          />
        )
      }
      second={
        compareWith && (
          <ComparePlayer
            id={compareWith}
            film={film}
            mode={mode}
            wipe={wipe}
            isAudible={audible === 'other'}
          />
        )
      }
      markers={
        <CommentTimeline
          clock={film.clock}
          threads={threads}
          span={draft.span}
          selected={selected}
          select={review.select}
          onSpan={(span) => {
            film.pause()
            setDraft((current) => ({ ...current, span }))
          }}
        />
      }
    />
  )
}

function NotReady({ offline: { status, progress } }: { offline: offlines.Offline }) {
  const { t } = useTranslation('review')
  const isRendering = status === 'waiting' || status === 'making'
  return (
    <div className={styles.notReady} role="status">
      <p>{isRendering ? t('rendering') : t('notPlayable')}</p>
      {isRendering && <ProgressBar label={t('rendering')} value={progress} />}
      <p className={styles.secondary}>
        {isRendering ? t('renderingAdvice') : t('notPlayableAdvice')}
      </p>
    </div>
  )
}
