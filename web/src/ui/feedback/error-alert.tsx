import { Alert, Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { explainError } from './explain-error.ts'
import styles from './error-alert.module.css'

type Props = {
  error: Error
  onRetry?: () => void
  isRetrying?: boolean
  /** The data below the alert is out of date. */ isStale?: boolean
  children?: React.ReactNode
}

export function ErrorAlert({
  error,
  onRetry,
  isRetrying = false,
  isStale = false,
  children,
}: Props) {
  const { t } = useTranslation()
  const { title, advice, isPermanent } = explainError(error)
  return (
    <Alert
      role="alert"
      variant="default"
      className={styles.alert}
      title={<span className={styles.title}>{title}</span>}
      data-stale={isStale}
    >
      <p>{isStale ? `${advice} ${t('stale')}` : advice}</p>
      {((onRetry && !isPermanent) || children) && (
        <div className={styles.actions}>
          {onRetry && !isPermanent && (
            <Button size="sm" variant="default" onClick={onRetry} loading={isRetrying}>
              {t('retry')}
            </Button>
          )}
          {children}
        </div>
      )}
    </Alert>
  )
}
