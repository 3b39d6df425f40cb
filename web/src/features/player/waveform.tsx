import { useEffect, useRef } from 'react'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useTranslation } from '../../i18n/i18n.ts'
import { toColumns, type Peaks } from './peaks.ts'
import styles from './seek-bar.module.css'

/**
 * Drawn twice, quiet and coloured; how much of the coloured one is seen moves with the film, so
 * that no frame costs a drawing.
 */
export function Waveform({ peaks, played }: { peaks: Peaks; played: number }) {
  const { t } = useTranslation('player')
  const { ref, width, height } = useElementSize()
  return (
    <div ref={ref} className={styles.waveform} role="img" aria-label={t('waveform')}>
      <Drawing peaks={peaks} width={width} height={height} className={styles.quiet} />
      <Drawing
        peaks={peaks}
        width={width}
        height={height}
        className={styles.coloured}
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

function Drawing({ peaks, width, height, ...look }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, peaks, width, height)
  }, [peaks, width, height, scheme])
  return <canvas ref={canvas} {...look} />
}

/** Two pixels to a column. */
const COLUMN = 2

function draw(canvas: HTMLCanvasElement, peaks: Peaks, width: number, height: number) {
  const dense = window.devicePixelRatio
  Object.assign(canvas, { width: width * dense, height: height * dense })
  const brush = canvas.getContext('2d')
  if (!brush) return
  brush.scale(dense, dense)
  brush.fillStyle = getComputedStyle(canvas).color
  toColumns(peaks, Math.floor(width / COLUMN)).forEach(([least, greatest], column) => {
    const top = ((1 - greatest) / 2) * height
    const bottom = ((1 - least) / 2) * height
    brush.fillRect(
      column * COLUMN,
      Math.min(top, height / 2 - 0.5),
      COLUMN - 0.5,
      Math.max(1, bottom - top),
    )
  })
}
