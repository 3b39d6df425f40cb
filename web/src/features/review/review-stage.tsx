import { useState } from 'react'
import type { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Player } from '../player/player.tsx'
import { reportCommand, useArrangement } from '../player/stage.ts'
import type { CaptionCue } from '../player/captions.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { ComparePlayer } from './compare-player.tsx'
import { CompareBar, type CompareMode } from './compare-bar.tsx'
import { CommentTimeline } from './comment-timeline.tsx'
import { Drawing } from './drawing.tsx'
import { spanOf } from './spans.ts'
import type { Stroke } from './strokes.ts'
import type { Thread } from './threads.ts'
import type { Review } from './use-review.ts'
import styles from './review-stage.module.css'

type Props = { review: Review; cues: readonly CaptionCue[] }

/** The reviewed version with drawings and comments, and another version to compare with. */
export function ReviewStage({ review, cues }: Props) {
  const { t } = useTranslation('review')
  const [ownMode, setMode] = useState<CompareMode>('side')
  const [ownWipe, setWipe] = useState(50)
  const [audible, setAudible] = useState<'this' | 'other'>('this')
  const { offline, film, threads, draft, setDraft, selected, compareWith } = review
  const led = useArrangement({ mode: ownMode, wipe: ownWipe, drawing: draft.drawing })
  const { mode, wipe, drawing } = led ?? { mode: ownMode, wipe: ownWipe, drawing: [] }
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
            onMode={(chosen) => {
              reportCommand()
              setMode(chosen)
            }}
            wipe={wipe}
            onWipe={(percent) => {
              reportCommand()
              setMode(mode)
              setWipe(percent)
            }}
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
            strokes={[...strokesAt(threads, film.frame), ...drawing]}
            draft={draft}
            setDraft={setDraft}
            onStart={film.pause}
            onEnd={review.focusField}
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

const strokesAt = (threads: Thread[], frame: number): Stroke[] =>
  threads.flatMap(({ first: comment }) => {
    const { first, last } = spanOf(comment)
    return first <= frame && frame <= last ? (comment.drawing ?? []) : []
  })

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
