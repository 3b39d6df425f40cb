import { useEffect, useId, useRef } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../wording.ts'
import { PlayMark } from '../../ui/marks.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Controls } from './controls.tsx'
import { Help } from './shortcut-help.tsx'
import { keyOf, press } from './shortcuts.ts'
import type { Peaks } from './peaks.ts'
import { SeekBar } from './seek-bar.tsx'
import type { Cell } from './storyboard.ts'
import { framesPerSecond, momentFrom } from './timecode.ts'
import { usePlayerController } from './use-player-controller.ts'
import { usePlayback } from './use-playback.ts'
import { useFullscreen } from './use-fullscreen.ts'
import styles from './player.module.css'

type Parts = {
  label: string
  kind: 'video' | 'audio'
  /** A signed address of the film; `anew` where the last one was refused. */
  addressOf: (anew: boolean) => Promise<string>
  poster: string | null
  peaks: Peaks | undefined
  storyboard: Cell[] | undefined
  /** Somebody is about to look at the storyboard. */
  onLook: () => void
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
  addressOf,
  poster,
  peaks,
  storyboard,
  onLook,
  duration,
  frameRate,
  aspect = '16:9',
  at,
}: Parts) {
  const { t } = useTranslation('player')
  const [frame, showWhole] = useFullscreen()
  const media = useRef<HTMLVideoElement>(null)
  const help = useId()
  const rate = frameRate ? framesPerSecond(frameRate) : null
  const [deck, trouble] = usePlayerController(media, { addressOf, rate })
  const wanted = at === undefined ? undefined : momentFrom(at, rate)
  useEffect(() => {
    if (wanted !== undefined) deck?.seek(wanted)
  }, [deck, wanted])

  const playback = usePlayback(media, deck)
  const length = duration ?? playback.duration ?? 0
  const isIdle = !playback.isPlaying && playback.time === 0
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (deck)
      press(
        event,
        keyOf(event, {
          deck,
          media: media.current!,
          length,
          showWhole,
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
            '--across': aspectOf(aspect),
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
          onClick={() => deck?.toggle()}
        />
        {kind === 'video' && isIdle && !trouble && (
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
      {trouble && <Trouble error={trouble} again={() => deck?.again()} />}
      <SeekBar
        time={playback.time}
        duration={length}
        rate={rate}
        peaks={peaks}
        storyboard={storyboard}
        onLook={onLook}
        onSeek={(seconds) => deck?.seek(seconds)}
      />
      <Controls
        playback={playback}
        deck={deck}
        media={media}
        duration={length}
        rate={rate}
        onWhole={showWhole}
        hasPicture={kind === 'video'}
        help={<Help id={help} />}
      />
    </section>
  )
}

export function aspectOf(aspect: string): number {
  const [across = 16, down = 9] = aspect.split(':').map(Number)
  return across / down || 16 / 9
}
