import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './full-page.module.css'

/**
 * Shown when code of the app could not be loaded (no connection, or a newer version was deployed)
 * or a component threw.
 */
export function UnexpectedError({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <div className={styles.page}>
      <Page title={t('shell.unexpectedError')}>
        <p>{t('shell.unexpectedErrorHint')}</p>
        <pre className={styles.detail} dir="ltr">
          {error instanceof Error ? error.message : String(error)}
        </pre>
        <div className={styles.actions}>
          <Button onClick={() => void router.invalidate()}>{t('retry')}</Button>
          <Button variant="default" onClick={() => location.reload()}>
            {t('shell.reload')}
          </Button>
        </div>
      </Page>
    </div>
  )
}
