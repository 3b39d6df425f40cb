import { lazy, Suspense } from 'react'
import type { OpenPage } from './session-view.ts'
import styles from './lazy-session-menu.module.css'

const SessionMenu = lazy(async () => ({
  default: (await import('./session-menu.tsx')).SessionMenu,
}))

/** Loaded after the workspace, which is complete without it. */
export const LazySessionMenu = (props: { page: OpenPage['page']; id: string }) => (
  <Suspense fallback={<span className={styles.pendingMenu} />}>
    <SessionMenu {...props} />
  </Suspense>
)
