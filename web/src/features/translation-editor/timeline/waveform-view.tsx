import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PlayerController as Machine } from '../../player/player-controller.ts'
import type { Peaks } from '../../player/peaks.ts'
import type { Cue, TimelineProps } from './timeline-props.ts'
import type { Grid } from './snap.ts'
import { onTicks } from './on-playback-tick.ts'
import type { Wave } from './waveform.ts'
import styles from './timeline.module.css'

type Parts = Pick<
  TimelineProps,
  'cues' | 'selected' | 'readOnly' | 'onSelect' | 'onTime' | 'onAdd'
> & {
  media: RefObject<HTMLVideoElement | null>
  machine: Machine
  peaks: Peaks | undefined
  grid: Grid
  wave: RefObject<Wave | null>
  onTwice: (cue: Cue) => void
}

/**
 * The waveform with the lines on it. A picture for the hand and the eye: what it says stands in the
 * list beside it, and what it does has keys.
 */
export function Timing({
  cues,
  selected,
  readOnly,
  media,
  machine,
  peaks,
  grid,
  wave,
  onSelect,
  onTime,
  onAdd,
  onTwice,
}: Parts) {
  const { t } = useTranslation('stage')
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const hold = useEffectEvent((act: 'select' | 'twice', id: string) => {
    const cue = cues.find((one) => one.id === id)
    if (act === 'select') onSelect(id)
    else if (cue) onTwice(cue)
  })
  const time = useEffectEvent(onTime)
  const add = useEffectEvent(onAdd)
  const label = useEffectEvent(() => t('waveform', { count: cues.length }))
  const show = useEffectEvent(() => wave.current?.show(cues, selected))

  // wavesurfer.js keeps its own page inside the page: made once for a film, told of every change.
  useEffect(() => {
    const leaving = new AbortController()
    const begin = async () => {
      const { createWave } = await import('./waveform.ts')
      if (leaving.signal.aborted || !container.current) return
      const made = createWave({
        container: container.current,
        peaks,
        grid,
        readOnly,
        onSeek: (ms) => machine.seek(ms / 1000),
        onZoom: () => {},
        onSelect: (id) => hold('select', id),
        onTwice: (id) => hold('twice', id),
        onTime: (...args) => time(...args),
        onAdd: (...args) => add(...args),
      })
      wave.current = made
      show()
      made.name(label())
      const stop = onTicks(media.current!, () =>
        made.at(machine.now() * 1000, !media.current?.paused),
      )
      leaving.signal.addEventListener('abort', () => {
        stop()
        made.close()
        wave.current = null
      })
    }
    void begin()
    return () => leaving.abort()
  }, [peaks, grid, readOnly, machine, media, wave])

  useEffect(() => wave.current?.show(cues, selected), [cues, selected, wave])
  useEffect(() => wave.current?.recolour(), [scheme, wave])
  const chosen = cues.find(({ id }) => id === selected)
  const chosenAt = chosen?.startMs
  useEffect(() => {
    if (chosenAt !== undefined) wave.current?.reveal(chosenAt)
  }, [selected, chosenAt, wave])

  return <div ref={container} className={styles.wave} dir="ltr" data-testid="waveform" />
}
