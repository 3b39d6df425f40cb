import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Where nothing is, say what would be here and how it comes about. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      <div className={styles.lesson}>{children}</div>
      {action}
    </div>
  )
}
