import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Peaks } from './peaks.ts'
import { tileAt, type StoryboardTile } from './storyboard.ts'
import { formatTimecode } from './timecode.ts'
import { Waveform } from './waveform.tsx'
import styles from './seek-bar.module.css'

type Props = {
  time: number
  duration: number
  rate: number | null
  peaks: Peaks | undefined
  storyboard: StoryboardTile[] | undefined
  onHover: () => void
  onSeek: (seconds: number) => void
}

/**
 * The length of the film: a slider over its waveform, with a small picture of the moment that is
 * pointed at.
 */
export function SeekBar({ time, duration, rate, peaks, storyboard, onHover, onSeek }: Props) {
  const { t } = useTranslation('player')
  const [pointed, setPointed] = useState<number | null>(null)
  const played = duration ? Math.min(1, time / duration) : 0
  const point = ({ currentTarget, clientX }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)))
  }
  return (
    <div
      className={styles.rail}
      data-waveform={peaks !== undefined}
      onPointerEnter={onHover}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      {peaks && <Waveform peaks={peaks} played={played} />}
      <input
        className={styles.slider}
        type="range"
        aria-label={t('position')}
        data-seek-bar=""
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(time, duration)}
        aria-valuetext={t('positionOf', {
          now: formatTimecode(time, rate),
          whole: formatTimecode(duration, rate),
        })}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      />
      <span className={styles.track}>
        <span className={styles.played} style={{ width: `${played * 100}%` }} />
      </span>
      <span className={styles.head} style={{ left: `${played * 100}%` }} />
      {pointed !== null && duration > 0 && (
        <HoverPreview
          at={pointed}
          moment={pointed * duration}
          rate={rate}
          cell={storyboard && tileAt(storyboard, pointed * duration)}
        />
      )}
    </div>
  )
}

function HoverPreview({
  at,
  moment,
  rate,
  cell,
}: {
  at: number
  moment: number
  rate: number | null
  cell: StoryboardTile | undefined
}) {
  return (
    <span
      className={styles.glance}
      style={{ '--at': at, '--wide': `${cell?.width ?? 96}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      {cell && (
        <span className={styles.cell} style={{ width: cell.width, height: cell.height }}>
          <img src={cell.address} alt="" style={{ translate: `${-cell.x}px ${-cell.y}px` }} />
        </span>
      )}
      <span className={styles.moment}>{formatTimecode(moment, rate)}</span>
    </span>
  )
}
