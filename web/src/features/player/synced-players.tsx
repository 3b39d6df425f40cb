import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { LoudMark, MuteMark } from '../../ui/icons/icons.tsx'
import { Trouble } from '../../ui/feedback/error-alert.tsx'
import { Controls } from './controls.tsx'
import type { PlayerController } from './player-controller.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import { syncControllers } from './sync-players.ts'
import { shortcutFor, runShortcut } from './shortcuts.ts'
import type { Peaks } from './peaks.ts'
import { parseAspectRatio } from './player.tsx'
import { SeekBar } from './seek-bar.tsx'
import type { StoryboardTile } from './storyboard.ts'
import { parseFrameRate } from './timecode.ts'
import { usePlayerController } from './use-player-controller.ts'
import { usePlayback } from './use-playback.ts'
import { useFullscreen } from './use-fullscreen.ts'
import player from './player.module.css'
import styles from './synced-players.module.css'

export type PlayerSource = {
  label: string
  getUrl: (renew: boolean) => Promise<string>
  poster: string | null
  duration: number | null
  frameRate: string | undefined
  aspect: string | undefined
}
type Props = {
  /** The left one leads. */
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

const DEFAULT_FRAME_RATE = 25

/** Two films in step, with one set of keys and the sound of one. */
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
  const [one, other] = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)]
  const help = useId()
  const [heard, setHeard] = useState<'left' | 'right'>('left')
  const rate = left.frameRate ? parseFrameRate(left.frameRate) : null
  const [lead, leadTrouble] = usePlayerController(one, { getUrl: left.getUrl, rate })
  const [follow, followTrouble] = usePlayerController(other, { getUrl: right.getUrl, rate })
  const controller = useSyncedController({
    lead,
    follow,
    one,
    other,
    offset,
    rate: rate ?? DEFAULT_FRAME_RATE,
  })

  const sounding = heard === 'left' ? one : other
  const leading = usePlayback(one, controller)
  const { volume, isMuted } = usePlayback(sounding, controller)
  const length = left.duration ?? leading.duration ?? 0
  const hear = (side: 'left' | 'right') => {
    setHeard(side)
    for (const [name, media] of [
      ['left', one],
      ['right', other],
    ] as const)
      if (media.current) media.current.muted = name !== side
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (controller)
      runShortcut(
        event,
        shortcutFor(event, {
          controller,
          media: sounding.current!,
          length,
          toggleFullscreen,
          showHelp: () => document.getElementById(help)?.togglePopover(),
        }),
      )
  }
  const error = leadTrouble ?? followTrouble
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys work
    // wherever the focus is inside; each has a button or a slider too
    <section
      ref={frame}
      className={player.player}
      aria-label={t('pair.label')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-kind="video"
    >
      <div className={styles.screens}>
        <Screen
          media={one}
          side={left}
          isHeard={heard === 'left'}
          onHear={() => hear('left')}
          onToggle={() => controller?.toggle()}
        />
        <Screen
          media={other}
          side={right}
          isHeard={heard === 'right'}
          onHear={() => hear('right')}
          onToggle={() => controller?.toggle()}
          isMuted
        />
      </div>
      {error && <Trouble error={error} again={() => controller?.again()} />}
      <SeekBar
        time={leading.time}
        duration={length}
        rate={rate}
        peaks={peaks}
        storyboard={storyboard}
        onHover={onHover}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      <Controls
        playback={{ ...leading, volume, isMuted }}
        controller={controller}
        media={sounding}
        duration={length}
        rate={rate}
        onFullscreen={toggleFullscreen}
        hasPicture
        help={<ShortcutHelp id={help} />}
      />
      <div className={styles.acts}>
        <button type="button" className={styles.swap} onClick={onSwap}>
          {t('pair.swap')}
        </button>
        <label className={styles.offset} title={t('pair.offsetHint')}>
          {t('pair.offset')}
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

type SyncOptions = {
  lead: PlayerController | null
  follow: PlayerController | null
  one: RefObject<HTMLVideoElement | null>
  other: RefObject<HTMLVideoElement | null>
  offset: number
  rate: number
}

function useSyncedController({
  lead,
  follow,
  one,
  other,
  offset,
  rate,
}: SyncOptions): PlayerController | null {
  const [pair, setPair] = useState<ReturnType<typeof syncControllers> | null>(null)
  const now = useEffectEvent(() => ({ offset, rate }))
  useEffect(() => {
    if (!lead || !follow || !one.current || !other.current) return undefined
    const made = syncControllers({
      lead: { controller: lead, media: one.current },
      follow: { controller: follow, media: other.current },
      offset: () => now().offset,
      rate: () => now().rate,
    })
    setPair(made)
    return () => made.close()
  }, [lead, follow, one, other])
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) pair?.align()
    isBegun.current = pair !== null
  }, [pair, offset])
  return pair
}

type ScreenProps = {
  media: RefObject<HTMLVideoElement | null>
  side: PlayerSource
  isHeard: boolean
  onHear: () => void
  onToggle: () => void
  isMuted?: boolean
}

function Screen({
  media,
  side: { label, poster, aspect = '16:9' },
  isHeard,
  onHear,
  onToggle,
  isMuted = false,
}: ScreenProps) {
  const { t } = useTranslation('player')
  return (
    <figure className={styles.screen}>
      <div
        className={styles.frame}
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
          muted={isMuted}
          aria-label={label}
          onClick={onToggle}
        />
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.name} dir="auto">
          {label}
        </span>
        <button
          type="button"
          className={styles.hear}
          aria-pressed={isHeard}
          aria-label={t('pair.hear', { name: label })}
          title={t('pair.hear', { name: label })}
          onClick={onHear}
        >
          {isHeard ? <LoudMark /> : <MuteMark />}
        </button>
      </figcaption>
    </figure>
  )
}
