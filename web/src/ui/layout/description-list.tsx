import type { ReactNode } from 'react'
import styles from './description-list.module.css'

/** `wide` takes the whole row, for longer texts. */
export type DescriptionItem = [name: string, value: ReactNode, wide?: 'wide']

/** Items without a value are not shown. */
export function DescriptionList({
  facts,
  columns = 1,
}: {
  facts: DescriptionItem[]
  columns?: 1 | 2 | 4
}) {
  const shown = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return (
    <dl className={styles.list} data-columns={columns}>
      {shown.map(([name, value, wide]) => (
        <div key={name} className={styles.item} data-wide={wide}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
