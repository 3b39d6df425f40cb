import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePermissions } from '../shared/current-user.ts'
import { Page } from '../../ui/layout/page.tsx'
import { sectionsFor } from './sections.ts'
import styles from './admin.module.css'

export function Overview() {
  const { t } = useTranslation('admin')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <ul className={styles.overview}>
        {sectionsFor(usePermissions()).map(({ name, to }) => (
          <li key={name} className={styles.sectionLink}>
            <Link to={to}>{t(`${name}.title`)}</Link>
            <p>{t(`${name}.lead`)}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
