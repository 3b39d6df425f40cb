import type { ReactNode } from 'react'
import type { Tone } from '../../../ui/text/status-tag.tsx'
import { percentOf } from './scale.ts'
import styles from './charts.module.css'

/** `upTo` is drawn as a lighter bar behind. A null value was not measured. */
export type Bar = {
  key: string
  name: ReactNode
  value: number | null
  upTo?: number | null
  text: string
  note?: ReactNode
  tone?: Tone
}
type Props = {
  label: string
  /** Column headings for screen readers. */ heads: [string, string, string?]
  bars: Bar[]
}

/** A bar chart as a table: each row has a name, a bar and a value. */
export function BarChart({ label, heads, bars }: Props) {
  const top = Math.max(1, ...bars.map(({ value, upTo }) => Math.max(value ?? 0, upTo ?? 0)))
  const hasNotes = bars.some(({ note }) => note !== undefined)
  return (
    <table className={styles.bars} aria-label={label}>
      <colgroup>
        <col className={styles.names} />
        <col />
        {hasNotes && <col className={styles.notes} />}
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
          {hasNotes && <th scope="col">{heads[2]}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value, upTo, text, note, tone = 'info' }) => (
          <tr key={key} style={{ '--tone': `var(--tone-${tone})` } as React.CSSProperties}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              <div className={styles.track}>
                <span className={styles.barTrack} aria-hidden="true">
                  {upTo != null && (
                    <span
                      className={styles.upTo}
                      style={{ inlineSize: `${percentOf(upTo, top)}%` }}
                    />
                  )}
                  <span
                    className={styles.bar}
                    style={{ inlineSize: `${percentOf(value ?? 0, top)}%` }}
                  />
                </span>
                <span className={styles.value}>{text}</span>
              </div>
            </td>
            {hasNotes && <td className={styles.note}>{note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
