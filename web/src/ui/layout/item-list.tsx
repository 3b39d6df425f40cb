import styles from './item-list.module.css'

export function ItemList({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

type Props = {
  name: React.ReactNode
  /** One row each. */
  details?: React.ReactNode[]
  /** Buttons or a state. */
  children?: React.ReactNode
}

export function Item({ name, details = [], children }: Props) {
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
        </div>
        {details.map((row, index) => (
          // Rows have no identity of their own and never move.
          <div key={index} className={styles.details}>
            {row}
          </div>
        ))}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  )
}
