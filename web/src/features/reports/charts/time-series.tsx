import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tone } from '../../../ui/text/status-tag.tsx'
import { columnAt, labelledColumns, roundUp } from './scale.ts'
import styles from './charts.module.css'

export type TimeSeries = {
  key: string
  name: string
  total?: string
  tone: Tone
  values: number[]
  format: (value: number) => string
  /** Has its own scale. */ hasOwnScale?: boolean
}
type Props = {
  label: string
  times: { short: string; full: string }[]
  series: TimeSeries[]
  compact?: boolean
}

/**
 * Values over time. Each series has its own row, so that colour is not needed to tell them apart.
 * Hovering or the arrow keys select a column in all rows.
 */
export function TimeSeriesChart({ label, times, series, compact = false }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const shared = roundUp(
    series.filter(({ hasOwnScale }) => !hasOwnScale).flatMap(({ values }) => values),
  )
  const labelled = labelledColumns(times.length, compact ? 2 : 5)
  return (
    <div className={styles.timeline} role="group" aria-label={label} data-compact={compact}>
      {series.map((one) => (
        <Row
          key={one.key}
          series={one}
          max={one.hasOwnScale ? roundUp(one.values) : shared}
          times={times}
          selected={at}
          onSelect={setAt}
        />
      ))}
      <div className={styles.times} aria-hidden="true">
        {labelled.map((column) => (
          <span
            key={column}
            style={{ insetInlineStart: `${((column + 0.5) / times.length) * 100}%` }}
            data-end={
              column === 0 && times.length > 2
                ? 'first'
                : column === times.length - 1 && times.length > 2
                  ? 'last'
                  : undefined
            }
          >
            {times[column]!.short}
          </span>
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  series: TimeSeries
  max: number
  times: Props['times']
  selected: number | null
  onSelect: (at: number | null) => void
}

function Row({
  series: { name, total, tone, values, format },
  max,
  times,
  selected,
  onSelect,
}: RowProps) {
  const value = selected === null ? undefined : values[selected]
  return (
    <div className={styles.row} style={{ '--tone': `var(--tone-${tone})` } as React.CSSProperties}>
      <div className={styles.rowName}>
        <span>
          {name}
          {selected !== null && ` · ${times[selected]?.full}`}
        </span>
        <b>{value === undefined ? total : format(value)}</b>
      </div>
      <div className={styles.plot}>
        <span className={styles.top} aria-hidden="true">
          {format(max)}
        </span>
        <svg viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {selected !== null && (
            <rect className={styles.cursor} x={selected} y="0" width="1" height="100" />
          )}
          {values.map((figure, index) => {
            const height = Math.min(100, (figure / max) * 100)
            return (
              figure > 0 && (
                <rect
                  key={index}
                  className={styles.column}
                  x={index + 0.14}
                  y={100 - height}
                  width="0.72"
                  height={height}
                />
              )
            )
          })}
        </svg>
        <ColumnSlider
          name={name}
          times={times}
          format={(index) => format(values[index] ?? 0)}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
    </div>
  )
}

type ColumnSliderProps = {
  name: string
  times: Props['times']
  format: (index: number) => string
  selected: number | null
  onSelect: (at: number | null) => void
}

/** An invisible slider brings keyboard, touch, text direction and screen reader support. */
function ColumnSlider({ name, times, format, selected, onSelect }: ColumnSliderProps) {
  const { i18n } = useTranslation()
  const last = times.length - 1
  const point = ({ currentTarget, clientX }: React.PointerEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onSelect(columnAt(clientX - left, width, times.length, i18n.dir() === 'rtl'))
  }
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={name}
      min={0}
      max={last}
      step={1}
      value={selected ?? last}
      aria-valuetext={`${times[selected ?? last]?.full ?? ''}: ${format(selected ?? last)}`}
      onChange={({ currentTarget }) => onSelect(Number(currentTarget.value))}
      onPointerMove={point}
      onFocus={() => onSelect(selected ?? last)}
      onBlur={() => onSelect(null)}
      onPointerLeave={({ currentTarget }) => {
        if (document.activeElement !== currentTarget) onSelect(null)
      }}
    />
  )
}
