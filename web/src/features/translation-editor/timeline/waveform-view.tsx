import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { onPlaybackTick } from '../../player/on-playback-tick.ts'
import type { FilmClock } from '../../player/film-clock.ts'
import type { PlayerController } from '../../player/player-controller.ts'
import type { Peaks } from '../../player/peaks.ts'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import type { Grid } from './snap.ts'
import type { TimelineWaveform } from './waveform.ts'
import styles from './timeline.module.css'

type Props = Pick<
  TimelineProps,
  'cues' | 'selected' | 'readOnly' | 'onSelect' | 'onTimesChange' | 'onAdd'
> & {
  media: RefObject<HTMLVideoElement | null>
  controller: PlayerController
  peaks: Peaks | undefined
  grid: Grid
  clock: FilmClock
  waveform: RefObject<TimelineWaveform | null>
  onDoubleClick: (cue: TimelineCue) => void
}

/**
 * The waveform with the lines on it. It needs no text alternative: its content is in the list
 * beside it, and every action has a shortcut.
 */
export function WaveformView({
  cues,
  selected,
  readOnly,
  media,
  controller,
  peaks,
  grid,
  clock,
  waveform,
  onSelect,
  onTimesChange,
  onAdd,
  onDoubleClick,
}: Props) {
  const { t } = useTranslation('timeline')
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const select = useEffectEvent(onSelect)
  const doubleClick = useEffectEvent((id: string) => {
    const cue = cues.find((candidate) => candidate.id === id)
    if (cue) onDoubleClick(cue)
  })
  const changeTimes = useEffectEvent(onTimesChange)
  const add = useEffectEvent(onAdd)
  const label = useEffectEvent(() => t('waveform', { count: cues.length }))
  const show = useEffectEvent(() => waveform.current?.show(cues, selected))

  // wavesurfer.js has its own DOM: it is created once per film and updated on every change.
  useEffect(() => {
    const unmount = new AbortController()
    const create = async () => {
      const { createWaveform } = await import('./waveform.ts')
      if (unmount.signal.aborted || !container.current) return
      const created = createWaveform({
        container: container.current,
        peaks,
        grid,
        clock,
        readOnly,
        onSeek: (ms) => controller.seek(ms / 1000),
        onSelect: (id) => select(id),
        onDoubleClick: (id) => doubleClick(id),
        onTimesChange: (...args) => changeTimes(...args),
        onAdd: (...args) => add(...args),
      })
      waveform.current = created
      show()
      created.setLabel(label())
      const stop = onPlaybackTick(media.current!, () =>
        created.setTime(controller.currentTime() * 1000, !media.current?.paused),
      )
      unmount.signal.addEventListener('abort', () => {
        stop()
        created.close()
        waveform.current = null
      })
    }
    void create()
    return () => unmount.abort()
  }, [peaks, grid, clock, readOnly, controller, media, waveform])

  useEffect(() => waveform.current?.show(cues, selected), [cues, selected, waveform])
  useEffect(() => waveform.current?.updateColours(), [scheme, waveform])
  const selectedMs = cues.find(({ id }) => id === selected)?.startMs
  useEffect(() => {
    if (selectedMs !== undefined) waveform.current?.scrollTo(selectedMs)
  }, [selected, selectedMs, waveform])

  return <div ref={container} className={styles.waveform} dir="ltr" data-testid="waveform" />
}
