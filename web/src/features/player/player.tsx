import { useEffect, useId, useRef } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { PlayIcon } from '../../ui/icons/icons.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Controls } from './controls.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { shortcutFor, runShortcut } from './shortcuts.ts'
import type { Peaks } from './peaks.ts'
import { SeekBar } from './seek-bar.tsx'
import type { StoryboardTile } from './storyboard.ts'
import { parseFrameRate, parseTimecode } from './timecode.ts'
import { usePlayerController } from './use-player-controller.ts'
import { usePlayback } from './use-playback.ts'
import { useFullscreen } from './use-fullscreen.ts'
import styles from './player.module.css'

type Props = {
  label: string
  kind: 'video' | 'audio'
  /** Returns a signed URL of the film; `renew` after the last one was rejected. */
  getUrl: (renew: boolean) => Promise<string>
  poster: string | null
  peaks: Peaks | undefined
  storyboard: StoryboardTile[] | undefined
  /** The pointer enters the seek bar, which shows the storyboard. */
  onHover: () => void
  duration: number | null
  /** A rational such as '24000/1001', if known. */
  frameRate: string | undefined
  /** For example '16:9'. */
  aspect: string | undefined
  /** The timecode to start at. */
  at?: string | undefined
}

export function Player({
  label,
  kind,
  getUrl,
  poster,
  peaks,
  storyboard,
  onHover,
  duration,
  frameRate,
  aspect = '16:9',
  at,
}: Props) {
  const { t } = useTranslation('player')
  const [frame, toggleFullscreen] = useFullscreen()
  const media = useRef<HTMLVideoElement>(null)
  const help = useId()
  const rate = frameRate ? parseFrameRate(frameRate) : null
  const [controller, error] = usePlayerController(media, { getUrl, rate })
  const startTime = at === undefined ? undefined : parseTimecode(at, rate)
  useEffect(() => {
    if (startTime !== undefined) controller?.seek(startTime)
  }, [controller, startTime])

  const playback = usePlayback(media, controller)
  const length = duration ?? playback.duration ?? 0
  const isIdle = !playback.isPlaying && playback.time === 0
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (controller)
      runShortcut(
        event,
        shortcutFor(event, {
          controller,
          media: media.current!,
          length,
          toggleFullscreen,
          showHelp: () => document.getElementById(help)?.togglePopover(),
        }),
      )
  }

  return (
    // The shortcuts work wherever the focus is inside; each has a button or a slider too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      className={styles.player}
      aria-label={t('label', { name: label })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-kind={kind}
    >
      <div
        className={styles.screen}
        style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
      >
        {/* There are no captions: the film is what is being localized. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={media}
          className={styles.video}
          poster={poster ?? undefined}
          preload="none"
          playsInline
          onClick={() => controller?.toggle()}
        />
        {kind === 'video' && isIdle && !error && (
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
      {error && <ErrorAlert error={error} onRetry={() => controller?.retry()} />}
      <SeekBar
        time={playback.time}
        duration={length}
        rate={rate}
        peaks={peaks}
        storyboard={storyboard}
        onHover={onHover}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      <Controls
        playback={playback}
        controller={controller}
        media={media}
        duration={length}
        rate={rate}
        onFullscreen={toggleFullscreen}
        hasPicture={kind === 'video'}
        help={<ShortcutHelp id={help} />}
      />
    </section>
  )
}
