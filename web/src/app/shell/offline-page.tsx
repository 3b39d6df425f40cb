import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './full-page.module.css'

/** In place of a page that was opened without a network. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Page title={t('shell.offline')}>
      <p>{t('shell.offlineHint')}</p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </Page>
  )
}
