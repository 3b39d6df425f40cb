import { useState } from 'react'
import { Loader } from '@mantine/core'
import type { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Controls } from '../player/controls.tsx'
import { SeekBar } from '../player/seek-bar.tsx'
import { PlayIcon } from '../../ui/icons/icons.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Beside } from './compare-player.tsx'
import { CompareBar, type Mode } from './compare-bar.tsx'
import type { Draft } from './comment-draft.ts'
import { Drawing } from './drawing.tsx'
import type { Frames } from './frames.ts'
import { Strip } from './comment-timeline.tsx'
import type { Thread } from './threads.ts'
import type { Watching } from './use-review-player.ts'
import styles from './review-player.module.css'

export type FilmParts = {
  offline: offlines.Offline
  frames: Frames
  watching: Watching
  threads: Thread[]
  draft: Draft
  setDraft: (change: (before: Draft) => Draft) => void
  chosen: string | undefined
  choose: (thread: Thread) => void
  beside: string | undefined
  onLeave: () => void
}

/**
 * The version that is reviewed, with what is drawn on it, the comments along it, and an earlier
 * version beside or over it.
 */
export function Film({
  offline,
  frames,
  watching,
  threads,
  draft,
  setDraft,
  chosen,
  choose,
  beside,
  onLeave,
}: FilmParts) {
  const { t } = useTranslation('review')
  const [mode, setMode] = useState<Mode>('side')
  const [wipe, setWipe] = useState(50)
  const [poster] = useState(offline.poster)
  const { playback, controller, media, reel, seconds } = watching
  const aspect = offline.film?.aspect ?? '16:9'
  if (offline.status !== 'ready') return <NotReady offline={offline} />
  return (
    <section
      ref={watching.whole}
      className={styles.film}
      aria-label={t('player', { version: offline.version })}
      data-kind={watching.kind}
      data-mode={beside ? mode : undefined}
      style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
    >
      {beside && (
        <CompareBar mode={mode} onMode={setMode} wipe={wipe} onWipe={setWipe} onLeave={onLeave} />
      )}
      <div className={styles.screens}>
        <div className={styles.screen}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its subtitles are in the picture */}
          <video
            ref={media}
            className={styles.picture}
            poster={poster ?? undefined}
            preload="none"
            playsInline
            onClick={() => controller?.toggle()}
          />
          {watching.kind === 'video' && (
            <Drawing
              aspect={aspect}
              frame={watching.frame}
              threads={threads}
              chosen={chosen}
              draft={draft}
              setDraft={setDraft}
              onBegin={watching.pause}
            />
          )}
          {!playback.isPlaying &&
            playback.time === 0 &&
            !watching.error &&
            !draft.tool &&
            watching.kind === 'video' && (
              <span className={styles.invitation} aria-hidden="true">
                <PlayIcon />
              </span>
            )}
          {playback.isWaiting && (
            <span className={styles.waiting} role="status">
              <Loader size="sm" color="white" />
              <span className="visually-hidden">{t('loading')}</span>
            </span>
          )}
        </div>
        {beside && (
          <Beside id={beside} watching={watching} wipe={mode === 'wipe' ? wipe : undefined} />
        )}
      </div>
      {watching.error && <ErrorAlert error={watching.error} onRetry={() => controller?.retry()} />}
      <div dir="ltr">
        <SeekBar
          time={playback.time}
          duration={seconds}
          rate={frames.rate}
          peaks={reel.peaks}
          storyboard={reel.storyboard}
          onHover={reel.refreshStoryboard}
          onSeek={(at) => controller?.seek(at)}
        />
        <Strip
          frames={frames}
          threads={threads}
          span={draft.span}
          chosen={chosen}
          choose={choose}
          onSpan={(span) => {
            watching.pause()
            setDraft((before) => ({ ...before, span }))
          }}
        />
      </div>
      <Controls
        playback={playback}
        controller={controller}
        media={media}
        duration={seconds}
        rate={frames.rate}
        onFullscreen={watching.toggleFullscreen}
        hasPicture={watching.kind === 'video'}
      />
    </section>
  )
}

export function NotReady({ offline: { status, progress } }: Pick<FilmParts, 'offline'>) {
  const { t } = useTranslation('review')
  const isComing = status === 'waiting' || status === 'making'
  return (
    <div className={styles.notReady} role="status">
      <p>{isComing ? t('making') : t('notShown')}</p>
      {isComing && <ProgressBar label={t('making')} value={progress} />}
      <p className={styles.lesser}>{isComing ? t('makingAdvice') : t('notShownAdvice')}</p>
    </div>
  )
}
