import { useEffect } from 'react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Logo } from '../../ui/icons/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { OfflinePage } from './offline-page.tsx'
import { useOpenedOffline } from './use-opened-offline.ts'
import { useCurrentUser } from '../../features/shared/current-user.ts'
import { setAssignedKeys } from '../../ui/shortcuts/assigned-keys.ts'
import { useNavigation } from '../../features/shared/navigation.ts'
import { SearchButton } from './search-button.tsx'
import { UploadDropZone } from '../../features/uploads/upload-drop-zone.tsx'
import styles from './app-shell.module.css'

/** On phones the same navigation is at the bottom of the screen. */
export function AppShell() {
  const { t } = useTranslation()
  const items = useNavigation()
  useAssignedKeys()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { isOffline, retry } = useOpenedOffline(path)
  const marked = (also: string | undefined) =>
    also !== undefined &&
    (path === also || path.startsWith(`${also}/`)) && {
      className: `${styles.navigationItem} active`,
      'aria-current': 'page' as const,
    }
  return (
    <div className={styles.shell}>
      <a className={styles.skipLink} href="#main">
        {t('shell.skipToContent')}
      </a>
      <header className={styles.header}>
        <div className={styles.headerContent}>
          <Link to="/" className={styles.home} aria-label={t('shell.home')}>
            <Logo compact />
          </Link>
          <nav className={styles.navigation} aria-label={t('shell.navigation')}>
            {items.map(({ to, name, alsoActiveAt }) => (
              <Link
                key={to}
                to={to}
                className={styles.navigationItem}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                {...marked(alsoActiveAt)}
              >
                {t(`shell.${name}`)}
              </Link>
            ))}
          </nav>
          <SearchButton />
          <NotificationBell />
          <AccountMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {isOffline ? <OfflinePage onRetry={retry} /> : <Outlet />}
      </main>
      <UploadDropZone />
    </div>
  )
}

/** The keys that the person has chosen follow them to every device. */
function useAssignedKeys() {
  const shortcuts = useCurrentUser()?.preferences.shortcuts
  useEffect(() => setAssignedKeys(shortcuts ?? []), [shortcuts])
}
