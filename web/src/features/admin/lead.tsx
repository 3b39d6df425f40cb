import type { ReactNode } from 'react'
import styles from './admin.module.css'

/** The description of a section and its main action. */
export const Lead = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.head}>
    <span>{children}</span>
    {action && <div className={styles.aside}>{action}</div>}
  </div>
)
