import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tone } from '../../../ui/text/tag.tsx'
import { columnAt, labelled, roundTop } from './scale.ts'
import styles from './charts.module.css'

export type Series = {
  key: string
  name: string
  total?: string
  tone: Tone
  values: number[]
  shown: (value: number) => string
  /** Has its own scale. */ alone?: boolean
}
type Props = {
  label: string
  times: { short: string; full: string }[]
  series: Series[]
  compact?: boolean
}

/**
 * Values over time. Each series has its own row, so that colour is not needed to tell them apart.
 * Hovering or the arrow keys select a column in all rows.
 */
export function Timeline({ label, times, series, compact = false }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const shared = roundTop(series.filter(({ alone }) => !alone).flatMap(({ values }) => values))
  const marks = labelled(times.length, compact ? 2 : 5)
  return (
    <div className={styles.timeline} role="group" aria-label={label} data-compact={compact}>
      {series.map((one) => (
        <Row
          key={one.key}
          one={one}
          top={one.alone ? roundTop(one.values) : shared}
          times={times}
          at={at}
          onAt={setAt}
        />
      ))}
      <div className={styles.times} aria-hidden="true">
        {marks.map((mark) => (
          <span
            key={mark}
            style={{ insetInlineStart: `${((mark + 0.5) / times.length) * 100}%` }}
            data-end={
              mark === 0 && times.length > 2
                ? 'first'
                : mark === times.length - 1 && times.length > 2
                  ? 'last'
                  : undefined
            }
          >
            {times[mark]!.short}
          </span>
        ))}
      </div>
    </div>
  )
}

type RowParts = {
  one: Series
  top: number
  times: Props['times']
  at: number | null
  onAt: (at: number | null) => void
}

function Row({ one: { name, total, tone, values, shown }, top, times, at, onAt }: RowParts) {
  const value = at === null ? undefined : values[at]
  return (
    <div className={styles.row} style={{ '--tone': `var(--tone-${tone})` } as React.CSSProperties}>
      <div className={styles.rowName}>
        <span>
          {name}
          {at !== null && ` · ${times[at]?.full}`}
        </span>
        <b>{value === undefined ? total : shown(value)}</b>
      </div>
      <div className={styles.plot}>
        <span className={styles.top} aria-hidden="true">
          {shown(top)}
        </span>
        <svg viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {at !== null && <rect className={styles.cursor} x={at} y="0" width="1" height="100" />}
          {values.map((figure, index) => {
            const height = Math.min(100, (figure / top) * 100)
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
        <Finder
          name={name}
          times={times}
          shown={(index) => shown(values[index] ?? 0)}
          at={at}
          onAt={onAt}
        />
      </div>
    </div>
  )
}

type FinderParts = {
  name: string
  times: Props['times']
  shown: (index: number) => string
  at: number | null
  onAt: (at: number | null) => void
}

/** An invisible slider brings keyboard, touch, text direction and screen reader support. */
function Finder({ name, times, shown, at, onAt }: FinderParts) {
  const { i18n } = useTranslation()
  const last = times.length - 1
  const point = ({ currentTarget, clientX }: React.PointerEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onAt(columnAt(clientX - left, width, times.length, i18n.dir() === 'rtl'))
  }
  return (
    <input
      type="range"
      className={styles.finder}
      aria-label={name}
      min={0}
      max={last}
      step={1}
      value={at ?? last}
      aria-valuetext={`${times[at ?? last]?.full ?? ''}: ${shown(at ?? last)}`}
      onChange={({ currentTarget }) => onAt(Number(currentTarget.value))}
      onPointerMove={point}
      onFocus={() => onAt(at ?? last)}
      onBlur={() => onAt(null)}
      onPointerLeave={({ currentTarget }) => {
        if (document.activeElement !== currentTarget) onAt(null)
      }}
    />
  )
}
