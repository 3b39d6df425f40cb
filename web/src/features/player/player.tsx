import { useEffect, useId, useRef } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { PlayMark } from '../../ui/icons/icons.tsx'
import { Trouble } from '../../ui/feedback/error-alert.tsx'
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
  /** A signed address of the film; `renew` where the last one was refused. */
  getUrl: (renew: boolean) => Promise<string>
  poster: string | null
  peaks: Peaks | undefined
  storyboard: StoryboardTile[] | undefined
  /** Somebody is about to look at the storyboard. */
  onHover: () => void
  duration: number | null
  /** '24000/1001', where it is known. */
  frameRate: string | undefined
  /** Of the picture: '16:9'. */
  aspect: string | undefined
  /** Where to be, as a timecode. */
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
  const wanted = at === undefined ? undefined : parseTimecode(at, rate)
  useEffect(() => {
    if (wanted !== undefined) controller?.seek(wanted)
  }, [controller, wanted])

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
    // The keys work wherever the focus is inside; each has a button or a slider too.
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
        style={
          {
            '--aspect': aspect.replace(':', ' / '),
            '--across': parseAspectRatio(aspect),
          } as React.CSSProperties
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is spoken is what the localization of it is about */}
        <video
          ref={media}
          className={styles.picture}
          poster={poster ?? undefined}
          preload="none"
          playsInline
          onClick={() => controller?.toggle()}
        />
        {kind === 'video' && isIdle && !error && (
          <span className={styles.invitation} aria-hidden="true">
            <PlayMark />
          </span>
        )}
        {playback.isWaiting && (
          <span className={styles.waiting} role="status">
            <Loader size="sm" color="white" />
            <span className="unseen">{t('loading')}</span>
          </span>
        )}
      </div>
      {error && <Trouble error={error} again={() => controller?.again()} />}
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

export function parseAspectRatio(aspect: string): number {
  const [across = 16, down = 9] = aspect.split(':').map(Number)
  return across / down || 16 / 9
}
