import { useState } from 'react'
import { Loader } from '@mantine/core'
import type { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Controls } from '../player/controls.tsx'
import { SeekBar } from '../player/seek-bar.tsx'
import { PlayIcon } from '../../ui/icons/icons.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { ComparePlayer } from './compare-player.tsx'
import { CompareBar, type CompareMode } from './compare-bar.tsx'
import type { CommentDraft } from './comment-draft.ts'
import { Drawing } from './drawing.tsx'
import type { FrameMap } from './frames.ts'
import { CommentTimeline } from './comment-timeline.tsx'
import type { Thread } from './threads.ts'
import type { ReviewPlayback } from './use-review-player.ts'
import styles from './review-player.module.css'

export type ReviewPlayerProps = {
  offline: offlines.Offline
  frames: FrameMap
  player: ReviewPlayback
  threads: Thread[]
  draft: CommentDraft
  setDraft: (change: (current: CommentDraft) => CommentDraft) => void
  selected: string | undefined
  select: (thread: Thread) => void
  compareWith: string | undefined
  onClose: () => void
}

/** The reviewed version with drawings and comments, and an earlier version to compare with. */
export function ReviewPlayer({
  offline,
  frames,
  player,
  threads,
  draft,
  setDraft,
  selected,
  select,
  compareWith,
  onClose,
}: ReviewPlayerProps) {
  const { t } = useTranslation('review')
  const [mode, setMode] = useState<CompareMode>('side')
  const [wipe, setWipe] = useState(50)
  const [poster] = useState(offline.poster)
  const { playback, controller, media, signed, seconds } = player
  const aspect = offline.film?.aspect ?? '16:9'
  if (offline.status !== 'ready') return <NotReady offline={offline} />
  return (
    <section
      ref={player.element}
      className={styles.player}
      aria-label={t('player', { version: offline.version })}
      data-kind={player.kind}
      data-mode={compareWith ? mode : undefined}
      style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
    >
      {compareWith && (
        <CompareBar mode={mode} onMode={setMode} wipe={wipe} onWipe={setWipe} onClose={onClose} />
      )}
      <div className={styles.screens}>
        <div className={styles.screen}>
          {/* The subtitles are burned in. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={media}
            className={styles.video}
            poster={poster ?? undefined}
            preload="none"
            playsInline
            onClick={() => controller?.toggle()}
          />
          {player.kind === 'video' && (
            <Drawing
              aspect={aspect}
              frame={player.frame}
              threads={threads}
              selected={selected}
              draft={draft}
              setDraft={setDraft}
              onStart={player.pause}
            />
          )}
          {!playback.isPlaying &&
            playback.time === 0 &&
            !player.error &&
            !draft.tool &&
            player.kind === 'video' && (
              <span className={styles.playOverlay} aria-hidden="true">
                <PlayIcon />
              </span>
            )}
          {playback.isWaiting && (
            <span className={styles.loading} role="status">
              <Loader size="sm" color="white" />
              <span className="visually-hidden">{t('loading')}</span>
            </span>
          )}
        </div>
        {compareWith && (
          <ComparePlayer
            id={compareWith}
            player={player}
            wipe={mode === 'wipe' ? wipe : undefined}
          />
        )}
      </div>
      {player.error && <ErrorAlert error={player.error} onRetry={() => controller?.retry()} />}
      <div dir="ltr">
        <SeekBar
          time={playback.time}
          duration={seconds}
          rate={frames.rate}
          peaks={signed.peaks}
          storyboard={signed.storyboard}
          onHover={signed.refreshStoryboard}
          onSeek={(time) => controller?.seek(time)}
        />
        <CommentTimeline
          frames={frames}
          threads={threads}
          span={draft.span}
          selected={selected}
          select={select}
          onSpan={(span) => {
            player.pause()
            setDraft((current) => ({ ...current, span }))
          }}
        />
      </div>
      <Controls
        playback={playback}
        controller={controller}
        media={media}
        duration={seconds}
        rate={frames.rate}
        onFullscreen={player.toggleFullscreen}
        hasPicture={player.kind === 'video'}
      />
    </section>
  )
}

export function NotReady({ offline: { status, progress } }: Pick<ReviewPlayerProps, 'offline'>) {
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
