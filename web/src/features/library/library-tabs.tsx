import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './library-tabs.module.css'

/** The two ways into the library. */
export function LibraryTabs() {
  const { t } = useTranslation('library')
  return (
    <nav className={styles.tabs} aria-label={t('title')}>
      <Link to="/assets" activeOptions={{ exact: true, includeSearch: false }}>
        {t('assets')}
      </Link>
      <Link to="/projects" activeOptions={{ exact: true, includeSearch: false }}>
        {t('projects')}
      </Link>
    </nav>
  )
}
