import type { ReactNode } from 'react'
import styles from './admin.module.css'

/** The description of a section and its main action. */
export const Lead = ({ children, action: act }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.head}>
    <span>{children}</span>
    {act && <div className={styles.aside}>{act}</div>}
  </div>
)
