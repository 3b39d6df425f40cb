import { Link } from '@tanstack/react-router'
import { Wordmark } from '../ui/marks.tsx'
import { Page } from '../ui/page.tsx'
import styles from './alone.module.css'

export function NotFound() {
  return (
    <main className={styles.alone}>
      <Link to="/" className={styles.home} aria-label="Reelay, start page"><Wordmark /></Link>
      <Page title="There is nothing at this address">
        <p>It may have been mistyped, or what stood here has moved. Go on with the <Link to="/workrequests">work requests</Link> or the <Link to="/assets">assets</Link>.</p>
      </Page>
    </main>
  )
}
