import { Link } from '@tanstack/react-router'
import { useTranslation } from '../wording.ts'
import { Linked } from '../ui/linked.tsx'
import { Wordmark } from '../ui/marks.tsx'
import { Page } from '../ui/page.tsx'
import styles from './alone.module.css'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <main className={styles.alone}>
      <Link to="/" className={styles.home} aria-label={t('frame.home')}>
        <Wordmark />
      </Link>
      <Page title={t('frame.nothingHere')}>
        <p>
          <Linked
            text={t('frame.nothingHereAdvice')}
            links={{ today: <Link to="/" />, library: <Link to="/assets" /> }}
          />
        </p>
      </Page>
    </main>
  )
}
