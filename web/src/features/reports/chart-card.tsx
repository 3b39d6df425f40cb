import { useId, type ReactNode } from 'react'
import styles from './reports.module.css'

export function ChartCard({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.cardTitle}>
        {title}
      </h3>
      {note && <p className={styles.cardNote}>{note}</p>}
      {children}
    </section>
  )
}
