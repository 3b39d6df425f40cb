import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { TextWithLinks } from '../../ui/text/text-with-links.tsx'
import { Logo } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './full-page.module.css'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <main className={styles.page}>
      <Link to="/" className={styles.home} aria-label={t('shell.home')}>
        <Logo />
      </Link>
      <Page title={t('shell.pageNotFound')}>
        <p>
          <TextWithLinks
            text={t('shell.pageNotFoundHint')}
            links={{ today: <Link to="/" />, library: <Link to="/assets" /> }}
          />
        </p>
      </Page>
    </main>
  )
}
