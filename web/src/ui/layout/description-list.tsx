import type { ReactNode } from 'react'
import styles from './description-list.module.css'

/** `wide` takes the whole row, for longer texts. */
export type DescriptionItem = [name: string, value: ReactNode, wide?: 'wide']

/** Items without a value are left out. */
export function DescriptionList({
  items,
  columns = 1,
}: {
  items: DescriptionItem[]
  columns?: 1 | 2 | 4
}) {
  const filled = items.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return (
    <dl className={styles.list} data-columns={columns}>
      {filled.map(([name, value, wide]) => (
        <div key={name} className={styles.item} data-wide={wide}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
