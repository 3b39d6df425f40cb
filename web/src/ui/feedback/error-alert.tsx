import { Alert, Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { explain } from './explain-error.ts'
import styles from './error-alert.module.css'

type Parts = {
  error: Error
  again?: () => void
  isTrying?: boolean
  /** What is shown is older than it should be. */ stale?: boolean
  children?: React.ReactNode
}

/** What went wrong, what to do about it, and the button for it. */
export function Trouble({ error, again, isTrying = false, stale = false, children }: Parts) {
  const { t } = useTranslation()
  const { title, advice, hopeless } = explain(error)
  return (
    <Alert
      role="alert"
      variant="default"
      className={styles.trouble}
      title={<span className={styles.title}>{title}</span>}
      data-stale={stale}
    >
      <p>{stale ? `${advice} ${t('stale')}` : advice}</p>
      {((again && !hopeless) || children) && (
        <div className={styles.acts}>
          {again && !hopeless && (
            <Button size="sm" variant="default" onClick={again} loading={isTrying}>
              {t('tryAgain')}
            </Button>
          )}
          {children}
        </div>
      )}
    </Alert>
  )
}
