import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CurrentUserPending } from '../shared/current-user-pending.tsx'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Forbidden } from './forbidden.tsx'
import { sectionAt, sectionsFor, type AdminSection } from './sections.ts'
import styles from './admin.module.css'

/** The administration with its sections. A section without permission shows an explanation. */
export function Administration() {
  const { t } = useTranslation('admin')
  const me = useCurrentUser()
  const parts = sectionsFor(usePermissions())
  const { pathname } = useLocation()
  const part = sectionAt(pathname)
  if (!me)
    return (
      <Page title={t('title')}>
        <CurrentUserPending pending={<PendingRows />} />
      </Page>
    )
  if (parts.length === 0 || (part && !parts.includes(part))) return <Forbidden part={part} />
  return (
    <div className={styles.layout}>
      <SectionTabs parts={parts} here={part} />
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}

function SectionTabs({ parts, here }: { parts: AdminSection[]; here: AdminSection | undefined }) {
  const { t } = useTranslation('admin')
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  if (isNarrow) {
    const go = (name: string | undefined) =>
      void navigate({ to: parts.find((part) => part.name === name)?.to ?? '/administration' })
    return (
      <nav aria-label={t('sections')}>
        <Select
          label={t('section')}
          anyLabel={t('overview')}
          value={here?.name}
          options={parts.map(({ name }) => ({ value: name, name: t(`${name}.title`) }))}
          onChange={go}
        />
      </nav>
    )
  }
  return (
    <nav className={styles.navigation} aria-label={t('sections')}>
      <p className={styles.title}>{t('title')}</p>
      {parts.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          className={styles.navigationItem}
          activeOptions={{ includeSearch: false }}
        >
          {t(`${name}.title`)}
        </Link>
      ))}
    </nav>
  )
}
