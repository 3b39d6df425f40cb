import type { ReactNode } from 'react'
import styles from './page.module.css'

export const Card = ({ label, children }: { label?: string; children: ReactNode }) =>
  label ? (
    <section className={styles.card} aria-label={label}>
      {children}
    </section>
  ) : (
    <div className={styles.card}>{children}</div>
  )
