import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Controls } from './controls.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { SyncedScreen } from './synced-screen.tsx'
import { shortcutFor, runShortcut } from './shortcuts.ts'
import type { Peaks } from './peaks.ts'
import type { PlayerSource } from './player-source.ts'
import { SeekBar } from './seek-bar.tsx'
import type { StoryboardTile } from './storyboard.ts'
import { createFilmClock } from './film-clock.ts'
import { useTimeUnit } from './time-unit.ts'
import { usePlayerController } from './use-player-controller.ts'
import { useSyncedController } from './use-synced-controller.ts'
import { usePlayback } from './use-playback.ts'
import { useReportedController, useStageFilm } from './stage.ts'
import { useFullscreen } from './use-fullscreen.ts'
import player from './player.module.css'
import styles from './synced-players.module.css'

type Props = {
  /** The left player leads. */
  left: PlayerSource
  right: PlayerSource
  peaks: Peaks | undefined
  storyboard: StoryboardTile[] | undefined
  onHover: () => void
  /** By how many frames the right side is ahead. */
  offset: number
  onOffset: (frames: number) => void
  onSwap: () => void
}

/** Two films in sync, with one set of controls and the sound of one of them. */
export function SyncedPlayers({
  left,
  right,
  peaks,
  storyboard,
  onHover,
  offset,
  onOffset,
  onSwap,
}: Props) {
  const { t } = useTranslation('player')
  const [frame, toggleFullscreen] = useFullscreen()
  const leftMedia = useRef<HTMLVideoElement>(null)
  const rightMedia = useRef<HTMLVideoElement>(null)
  const [audibleSide, setAudibleSide] = useState<'left' | 'right'>('left')
  const unit = useTimeUnit()
  const { film, duration } = left
  const clock = useMemo(
    () => createFilmClock({ film, duration }, unit),
    // A refetched record has the same film.
    [film?.frameRate, film?.timecode, duration, unit],
  )
  const { rate } = clock
  const [lead, leadError] = usePlayerController(leftMedia, { getUrl: left.getUrl, rate })
  const [follow, followError] = usePlayerController(rightMedia, { getUrl: right.getUrl, rate })
  const synced = useSyncedController({
    lead,
    follow,
    leadMedia: leftMedia,
    followMedia: rightMedia,
    offset,
    rate,
  })
  const controller = useReportedController(synced, leftMedia)
  useStageFilm({ kind: 'preview', _id: left._id, media: leftMedia, controller, clock })

  const audible = audibleSide === 'left' ? leftMedia : rightMedia
  const leading = usePlayback(leftMedia, controller)
  const { volume, isMuted } = usePlayback(audible, controller)
  const length = left.duration ?? leading.duration ?? 0
  const listen = (side: 'left' | 'right') => {
    setAudibleSide(side)
    if (leftMedia.current) leftMedia.current.muted = side !== 'left'
    if (rightMedia.current) rightMedia.current.muted = side !== 'right'
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (controller)
      runShortcut(
        event,
        shortcutFor(event, {
          controller,
          media: audible.current!,
          length,
          toggleFullscreen,
        }),
      )
  }
  const error = leadError ?? followError
  return (
    // The shortcuts work wherever the focus is inside; each has a button or a slider too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      className={player.player}
      aria-label={t('compare.label')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-kind="video"
    >
      <div className={styles.screens}>
        <SyncedScreen
          media={leftMedia}
          source={left}
          isAudible={audibleSide === 'left'}
          onListen={() => listen('left')}
          onToggle={() => controller?.toggle()}
        />
        <SyncedScreen
          media={rightMedia}
          source={right}
          isAudible={audibleSide === 'right'}
          onListen={() => listen('right')}
          onToggle={() => controller?.toggle()}
          isMuted
        />
      </div>
      {error && <ErrorAlert error={error} onRetry={() => controller?.retry()} />}
      <SeekBar
        time={leading.time}
        duration={length}
        clock={clock}
        peaks={peaks}
        storyboard={storyboard}
        onHover={onHover}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      <Controls
        playback={{ ...leading, volume, isMuted }}
        controller={controller}
        media={audible}
        duration={length}
        clock={clock}
        onFullscreen={toggleFullscreen}
        hasPicture
        help={<ShortcutHelp />}
      />
      <div className={styles.options}>
        <button type="button" className={styles.swap} onClick={onSwap}>
          {t('compare.swap')}
        </button>
        <label className={styles.offset} title={t('compare.offsetHint')}>
          {t('compare.offset')}
          <input
            type="number"
            min={-9999}
            max={9999}
            step={1}
            value={offset}
            onChange={({ currentTarget }) => onOffset(Math.round(Number(currentTarget.value)) || 0)}
          />
        </label>
      </div>
    </section>
  )
}
