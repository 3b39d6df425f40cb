import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../wording.ts'
import { LoudMark, MuteMark } from '../../ui/marks.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Controls } from './controls.tsx'
import type { PlayerController } from './player-controller.ts'
import { Help } from './shortcut-help.tsx'
import { syncControllers } from './sync-players.ts'
import { keyOf, press } from './shortcuts.ts'
import type { Peaks } from './peaks.ts'
import { aspectOf } from './player.tsx'
import { SeekBar } from './seek-bar.tsx'
import type { Cell } from './storyboard.ts'
import { framesPerSecond } from './timecode.ts'
import { usePlayerController } from './use-player-controller.ts'
import { usePlayback } from './use-playback.ts'
import { useFullscreen } from './use-fullscreen.ts'
import player from './player.module.css'
import styles from './synced-players.module.css'

export type Side = {
  label: string
  addressOf: (anew: boolean) => Promise<string>
  poster: string | null
  duration: number | null
  frameRate: string | undefined
  aspect: string | undefined
}
type Parts = {
  /** The left one leads. */
  left: Side
  right: Side
  peaks: Peaks | undefined
  storyboard: Cell[] | undefined
  onLook: () => void
  /** By how many frames the right side is ahead. */
  offset: number
  onOffset: (frames: number) => void
  onSwap: () => void
}

const USUAL_RATE = 25

/** Two films in step, with one set of keys and the sound of one. */
export function SyncedPlayers({
  left,
  right,
  peaks,
  storyboard,
  onLook,
  offset,
  onOffset,
  onSwap,
}: Parts) {
  const { t } = useTranslation('player')
  const [frame, showWhole] = useFullscreen()
  const [one, other] = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)]
  const help = useId()
  const [heard, setHeard] = useState<'left' | 'right'>('left')
  const rate = left.frameRate ? framesPerSecond(left.frameRate) : null
  const [lead, leadTrouble] = usePlayerController(one, { addressOf: left.addressOf, rate })
  const [follow, followTrouble] = usePlayerController(other, { addressOf: right.addressOf, rate })
  const deck = useInStep({ lead, follow, one, other, offset, rate: rate ?? USUAL_RATE })

  const sounding = heard === 'left' ? one : other
  const leading = usePlayback(one, deck)
  const { volume, isMuted } = usePlayback(sounding, deck)
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
    if (deck)
      press(
        event,
        keyOf(event, {
          deck,
          media: sounding.current!,
          length,
          showWhole,
          showHelp: () => document.getElementById(help)?.togglePopover(),
        }),
      )
  }
  const trouble = leadTrouble ?? followTrouble
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
          onToggle={() => deck?.toggle()}
        />
        <Screen
          media={other}
          side={right}
          isHeard={heard === 'right'}
          onHear={() => hear('right')}
          onToggle={() => deck?.toggle()}
          isMuted
        />
      </div>
      {trouble && <Trouble error={trouble} again={() => deck?.again()} />}
      <SeekBar
        time={leading.time}
        duration={length}
        rate={rate}
        peaks={peaks}
        storyboard={storyboard}
        onLook={onLook}
        onSeek={(seconds) => deck?.seek(seconds)}
      />
      <Controls
        playback={{ ...leading, volume, isMuted }}
        deck={deck}
        media={sounding}
        duration={length}
        rate={rate}
        onWhole={showWhole}
        hasPicture
        help={<Help id={help} />}
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

type Works = {
  lead: PlayerController | null
  follow: PlayerController | null
  one: RefObject<HTMLVideoElement | null>
  other: RefObject<HTMLVideoElement | null>
  offset: number
  rate: number
}

function useInStep({ lead, follow, one, other, offset, rate }: Works): PlayerController | null {
  const [pair, setPair] = useState<ReturnType<typeof syncControllers> | null>(null)
  const now = useEffectEvent(() => ({ offset, rate }))
  useEffect(() => {
    if (!lead || !follow || !one.current || !other.current) return undefined
    const made = syncControllers({
      lead: { deck: lead, media: one.current },
      follow: { deck: follow, media: other.current },
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

type ScreenParts = {
  media: RefObject<HTMLVideoElement | null>
  side: Side
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
}: ScreenParts) {
  const { t } = useTranslation('player')
  return (
    <figure className={styles.screen}>
      <div
        className={styles.frame}
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
