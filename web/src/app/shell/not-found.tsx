import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Linked } from '../../ui/text/text-with-links.tsx'
import { Wordmark } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './full-page.module.css'

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
