import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Explains what would be here and how to get it. */
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
      <div className={styles.hint}>{children}</div>
      {action}
    </div>
  )
}
