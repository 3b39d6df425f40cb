import { useEffect, useRef } from 'react'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useTranslation } from '../../i18n/i18n.ts'
import { toColumns, type Peaks } from './peaks.ts'
import styles from './seek-bar.module.css'

/** Drawn twice, grey and coloured. Playback only moves the clip of the coloured one. */
export function Waveform({ peaks, played }: { peaks: Peaks; played: number }) {
  const { t } = useTranslation('player')
  const { ref, width, height } = useElementSize()
  return (
    <div ref={ref} className={styles.waveform} role="img" aria-label={t('waveform')}>
      <Drawing peaks={peaks} width={width} height={height} className={styles.unplayedWaveform} />
      <Drawing
        peaks={peaks}
        width={width}
        height={height}
        className={styles.playedWaveform}
        style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
      />
    </div>
  )
}

type Props = {
  peaks: Peaks
  width: number
  height: number
  className: string | undefined
  style?: React.CSSProperties
}

function Drawing({ peaks, width, height, ...appearance }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, peaks, width, height)
  }, [peaks, width, height, scheme])
  return <canvas ref={canvas} {...appearance} />
}

const COLUMN_PX = 2

function draw(canvas: HTMLCanvasElement, peaks: Peaks, width: number, height: number) {
  const scale = window.devicePixelRatio
  Object.assign(canvas, { width: width * scale, height: height * scale })
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(canvas).color
  toColumns(peaks, Math.floor(width / COLUMN_PX)).forEach(([minimum, maximum], column) => {
    const top = ((1 - maximum) / 2) * height
    const bottom = ((1 - minimum) / 2) * height
    context.fillRect(
      column * COLUMN_PX,
      Math.min(top, height / 2 - 0.5),
      COLUMN_PX - 0.5,
      Math.max(1, bottom - top),
    )
  })
}
