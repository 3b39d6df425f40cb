import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { FilmClock } from '../../player/film-clock.ts'
import { onPlaybackTick } from '../../player/on-playback-tick.ts'
import type { PlayerController } from '../../player/player-controller.ts'
import { drawMinimap } from './draw-minimap.ts'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import { cuesAfter } from './visible-cues.ts'
import styles from './minimap.module.css'

type Props = Pick<TimelineProps, 'cues' | 'selected' | 'onSelect'> & {
  lengthMs: number
  clock: FilmClock
  media: RefObject<HTMLVideoElement | null>
  controller: PlayerController
}
const STEP_SECONDS = 5
const LARGE_STEP_SECONDS = 60

/** The whole film: its lines, those with errors, and the playhead. Pressing it seeks. */
export function Minimap({ cues, selected, lengthMs, clock, media, controller, onSelect }: Props) {
  const { t } = useTranslation('timeline')
  const canvas = useRef<HTMLCanvasElement>(null)
  const slider = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const draw = useEffectEvent(() => {
    if (canvas.current) drawMinimap(canvas.current, cues, selected, lengthMs)
  })
  useEffect(draw, [cues, selected, lengthMs, scheme])
  useEffect(() => {
    const observer = new ResizeObserver(() => draw())
    observer.observe(canvas.current!)
    return () => observer.disconnect()
  }, [])
  // Outside React, because it changes on every frame.
  useEffect(
    () =>
      onPlaybackTick(media.current!, () => {
        const seconds = controller.currentTime()
        const element = slider.current
        element?.style.setProperty('--at', `${Math.min(100, (seconds * 100_000) / lengthMs)}%`)
        element?.setAttribute('aria-valuenow', String(Math.floor(seconds)))
        element?.setAttribute('aria-valuetext', clock.format(seconds))
      }),
    [media, controller, lengthMs, clock],
  )
  const seekTo = (event: React.PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width))
    controller.seek((share * lengthMs) / 1000)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const now = controller.currentTime()
    const step = event.shiftKey ? LARGE_STEP_SECONDS : STEP_SECONDS
    const targets: Record<string, number> = {
      ArrowLeft: now - step,
      ArrowRight: now + step,
      Home: 0,
      End: lengthMs / 1000,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    controller.seek(Math.max(0, Math.min(lengthMs / 1000, target)))
  }
  return (
    <div className={styles.minimap} dir="ltr">
      <div
        ref={slider}
        className={styles.film}
        role="slider"
        tabIndex={0}
        aria-label={t('minimap')}
        aria-valuemin={0}
        aria-valuemax={Math.floor(lengthMs / 1000)}
        aria-valuenow={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seekTo(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
        }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      </div>
      <AfterEnd lines={cuesAfter(cues, lengthMs)} selected={selected} onSelect={onSelect} />
    </div>
  )
}

type AfterEndProps = Pick<Props, 'selected' | 'onSelect'> & { lines: readonly TimelineCue[] }

/** Lines after the end of the film have no place on it. Each press selects the next one. */
function AfterEnd({ lines, selected, onSelect }: AfterEndProps) {
  const { t } = useTranslation('timeline')
  if (lines.length === 0) return null
  const next = lines[(lines.findIndex(({ id }) => id === selected) + 1) % lines.length]!
  return (
    <button type="button" className={styles.after} dir="auto" onClick={() => onSelect(next.id)}>
      {t('afterEnd', { count: lines.length })}
    </button>
  )
}
