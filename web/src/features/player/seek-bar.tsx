import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Peaks } from './peaks.ts'
import { tileAt, type StoryboardTile } from './storyboard.ts'
import type { FilmClock } from './film-clock.ts'
import { Waveform } from './waveform.tsx'
import styles from './seek-bar.module.css'

type Props = {
  time: number
  duration: number
  clock: FilmClock
  peaks: Peaks | undefined
  storyboard: StoryboardTile[] | undefined
  /** The end of what is encoded, for a film that is not complete. */
  readyUntil?: number | null
  onHover: () => void
  onSeek: (seconds: number) => void
}

/** A slider over the waveform, with a thumbnail of the time under the pointer. */
export function SeekBar({
  time,
  duration,
  clock,
  peaks,
  storyboard,
  readyUntil = null,
  onHover,
  onSeek,
}: Props) {
  const { t } = useTranslation('player')
  const [hovered, setHovered] = useState<number | null>(null)
  const played = duration ? Math.min(1, time / duration) : 0
  const hover = ({ currentTarget, clientX }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (clientX - left) / width)))
  }
  return (
    <div
      className={styles.seekBar}
      data-waveform={peaks !== undefined}
      onPointerEnter={onHover}
      onPointerMove={hover}
      onPointerLeave={() => setHovered(null)}
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
          current: clock.format(time),
          total: clock.formatLength(duration),
        })}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      />
      <span className={styles.track}>
        {readyUntil !== null && duration > 0 && (
          <span
            className={styles.ready}
            style={{ width: `${Math.min(1, readyUntil / duration) * 100}%` }}
          />
        )}
        <span className={styles.played} style={{ width: `${played * 100}%` }} />
      </span>
      <span className={styles.playhead} style={{ left: `${played * 100}%` }} />
      {hovered !== null && duration > 0 && (
        <HoverPreview
          position={hovered}
          time={hovered * duration}
          clock={clock}
          tile={storyboard && tileAt(storyboard, hovered * duration)}
        />
      )}
    </div>
  )
}

function HoverPreview({
  position,
  time,
  clock,
  tile,
}: {
  position: number
  time: number
  clock: FilmClock
  tile: StoryboardTile | undefined
}) {
  return (
    <span
      className={styles.preview}
      style={{ '--position': position, '--width': `${tile?.width ?? 96}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      {tile && (
        <span className={styles.tile} style={{ width: tile.width, height: tile.height }}>
          <img src={tile.url} alt="" style={{ translate: `${-tile.x}px ${-tile.y}px` }} />
        </span>
      )}
      <span className={styles.previewTime}>{clock.format(time)}</span>
    </span>
  )
}
