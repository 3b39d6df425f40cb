import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'
import styles from './list-page.module.css'

type Props = { title: string; beside?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A dense page over the full width. The h1 receives the focus after navigation (app/main.tsx). */
export function ListPage({ title, beside, actions, children }: Props) {
  return (
    <div data-wide-page>
      <PageTitle title={title} />
      <div className={styles.head}>
        <h1 className={styles.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {beside}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
