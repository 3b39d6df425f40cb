import type { ReactNode } from 'react'
import styles from './admin.module.css'

/** What a part says of itself, and what can be added to it. */
export const Lead = ({ children, action: act }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.head}>
    <span>{children}</span>
    {act && <div className={styles.aside}>{act}</div>}
  </div>
)
